"""Word lists that the sentence splitter decides by, English and German together since texts mix the two."""


def words(listing: str) -> frozenset[str]:
    """Return the words of a listing."""
    return frozenset(listing.split())


# Words that a name or a number always follows: the stop after them ends nothing.
NEVER_LAST = words(
    "Dr Drs Mr Mrs Ms Mx Messrs Prof Gen Lt Col Maj Sgt Capt Cpl Cmdr Adm Brig Sen Rep Reps Sens Gov Rev Hon Supt Det "
    "Insp Pres Atty Ft Mt St Ste Hr Hrn Frl Dipl Ing Mag vs cf viz eg ie bzw vgl Vgl ggf evtl sog inkl exkl zzgl Mio "
    "Mrd Tsd Hrsg hrsg z.B Z.B d.h D.h e.g E.g i.e I.e u.a U.a s.o s.u v.a V.a i.d.R I.d.R o.g O.g n.Chr v.Chr"
)

# Words that a number follows when they are abbreviations.
BEFORE_NUMBER = words(
    "no nos nr fig figs eq eqs vol vols pp sec secs ch chap ref refs tab art abs abb kap bd ziff str tel ext jan "
    "feb mar apr jun jul aug sep sept oct nov dec"
)
ORDINARY_WORDS = words("no art mar")

# Abbreviations that a sentence may end with: only a word that begins sentences tells.
PERHAPS_LAST = words(
    "Inc Corp Co Cos Ltd Bros Jr Sr Esq Ave Blvd Rd Hwy al etc approx ca est dept Dept Univ Assn Mass Calif Fla Okla "
    "Tex Mich Minn Conn Ariz Colo Wash Tenn Ala Ark Wis Nev Neb Pa Va Ga Ky Mo Md Md usw usf Str Abt Chr Mon Tue Tues "
    "Wed Thu Thur Thurs Fri spp sp subsp var ed eds op cit ibid trans Ph"
)

# Words that begin a sentence far more often than they follow an abbreviation or an initial.
SENTENCE_STARTERS = words(
    "The A An This That These Those It Its He She They We I You His Her Their Our My Your There Here In On At By For "
    "From With As After Before During When While If But And So Or Yet However Although Though Because Since Both Each "
    "All Some Many Most Such Then Thus Therefore Moreover Furthermore Finally What Who How Why Where Which No Not Now "
    "To Under Only Even Once Until Another Other Several Few One Two Nor Just Despite Among Between According "
    "Again Of Also Indeed Instead Later Meanwhile Nevertheless Similarly Consequently Hence Additionally Today Following "
    "Unlike "
    "Der Die Das Den Dem Des Ein Eine Einen Einem Einer Er Sie Es Wir Ich Ihr Ihre Sein Seine "
    "Im Am An Auf Aus Bei Beim Mit Nach Von Vom Vor Zu Zum Zur Als Wenn Aber Und Oder Doch Auch Dies Diese Dieser "
    "Dieses Seit Für Durch Damit Dann Hier Dort Da Man Nur Nun Noch Viele Alle Obwohl Während Wegen Trotz Jedoch "
    "Danach Zwar Unter Über"
)

# Nouns that one letter names ("vitamin D"): the letter after them is no initial.
LETTERED = words(
    "vitamin hepatitis influenza type class grade group plan part appendix section figure table panel box category "
    "level phase exhibit schedule annex option point line team"
)

# After a number and a stop these make a date, in any language's text; the English names of months do so in a German one only.
GERMAN_MONTHS = words("Januar Jänner Februar März Mai Juni Juli Oktober Dezember")
GERMAN_PERIODS = words("April August September November Jahrhundert Jahrhunderts")

# Words that titles do not capitalise.
SMALL_WORDS = words("a an and as at by de der die das for from in of on or the to und von with")

SPEECH_VERBS = words(
    "said asked cried replied answered exclaimed shouted inquired enquired whispered added repeated continued began wondered"
)
