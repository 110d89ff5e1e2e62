"""How times are written: dates, hours, centuries, and how far off something is."""

import re

from microrag_core.context.word_lists import NUMBER_WORDS
from microrag_core.text.months import MONTHS, VERBS

DAYS = "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag"
HOURS = (
    "one two three four five six seven eight nine ten eleven twelve "
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"
)
COUNT = (
    r"(?:\d{1,4}(?:[.,]\d+)?|an?|one|(?:a\s+)?(?:few|couple\s+of)|several|eine[mnr]?|einige[nr]?|wenige[nr]?|"
    rf"{'|'.join(sorted(NUMBER_WORDS))})"
)
UNIT = (
    r"(?:(?:working|business|calendar|full|more|further)\s+)?(?:seconds?|minutes?|hours?|days?|weeks?|fortnights?|months?|quarters?|years?|decades?)"
    r"|(?:Arbeits|Werk|Kalender)?tage?n?|Sekunden?|Minuten?|Stunden?|Wochen?|Monate?n?|Quartale?n?|Jahre?n?"
    r"|secondes?|jours?|semaines?|mois|ans|années?|días?|semanas?|mes(?:es)?|años?|giorni|settimane|mesi|anni|dias?|dagen|weken|maanden|jaar"
    r"|дн(?:я|ей)|недел[иь]|месяц(?:а|ев)|лет"
)
LIMIT = (
    r"(?:within|in|after|before|until|under|inside|every|up\s+to|(?:not|no)\s+(?:later|more)\s+than|less\s+than|at\s+(?:most|least)|during|"
    r"innerhalb(?:\s+von)?|binnen|nach|vor|bis\s+zu|alle|spätestens|frühestens|während|höchstens|mindestens|"
    r"dans|sous|après|en|dentro\s+de|tras|después\s+de|entro|dopo|após|na|через|в\s+течение)"
)
NEXT = (
    r"(?:(?:the|their|his|her|its|your|our|my|der|die|den|les?|los|las?|i)\s+)?"
    r"(?:(?:first|last|next|following|erste[nr]?|letzte[nr]?|nächste[nr]?|folgenden)\s+)?"
)
DURATION = (
    rf"\b{LIMIT}\s+{NEXT}{COUNT}[\s-]+(?:{UNIT})\b"
    rf"|\b{COUNT}[\s-]+(?:{UNIT})\s+(?:ahead|in\s+advance|beforehand|from\s+now|prior|at\s+(?:the\s+)?(?:most|latest)|im\s+Voraus|vorher|danach|später)\b"
    r"|\b(?:immediately|straight\s*away|without\s+delay|sofort|unverzüglich|umgehend)\b"
    r"|(?:\d+|[一二三四五六七八九十两兩半]+)个?(?:小时|天|日|周|星期|月|年)(?:之?[内後后前]|以内)|\d+(?:日|週間|か月|ヶ月|年|時間)(?:以内|後|前)"
)
"""How far off a time is: "within 60 days of the end of the trip", "in two weeks", "nach acht Wochen"."""
TIME = re.compile(
    rf"{DURATION}|(?<![\w.,$€£])(?:1\d{{3}}|20\d\d)s?(?![\w,]|\.\d)"
    rf"|\b(?:(?-i:March|May|Mars)|{'|'.join(sorted({*(MONTHS - VERBS), *DAYS.split()}))})\b(?:\s+\d{{1,4}}(?:,\s+\d{{4}})?)?"
    r"|\b\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\b\.?|Uhr\b|o'clock\b)"
    rf"|\b(?:at|by|until|till|from|um|gegen|bis)\s+(?:half\s+past\s+|halb\s+|(?:a\s+)?quarter\s+(?:past|to)\s+)?(?:{'|'.join(HOURS.split())})\b"
    r"|\b\d{1,4}\s+(?:BCE?|AD|CE|v\.\s?Chr|n\.\s?Chr)\b"
    r"|\b(?:\w+(?:th|st|nd|rd)|\d{1,2}\.)[\s-]+(?:century|centuries|Jahrhunderts?)\b|\b\d{2,4}0s\b"
    r"|\b(?:\w+\s+)?(?:years?|months?|weeks?|days?|hours?|minutes?|decades?|centur(?:y|ies)|Jahre?n?|Monate?n?|Tage?n?|Stunden?)\s+"
    r"(?:ago|later|earlier|after|before|später|zuvor|nach|vor)\b"
    r"|\b(?:spring|summer|autumn|winter|today|yesterday|tomorrow|midnight|noon|Frühling|Sommer|Herbst|Winter|heute|gestern)\b"
    r"|\d{1,4}\s?年(?:\d{1,2}月)?(?:\d{1,2}日)?|\d{1,2}月(?:\d{1,2}[日号])?|\d{1,2}世[纪紀]|世[纪紀]|[唐宋元明清汉漢隋]朝|年代|昭和|平成|令和"
    r"|\b(?:during|after|before|until|since|while|when|während|nach|vor|bis|seit|bevor|nachdem|als)\s+(?:the\s+|der\s+|dem\s+)?[\w-]+"
    r"|(?:عام|سنة|القرن)\s+\S+|\d{4}",
    re.IGNORECASE,
)
