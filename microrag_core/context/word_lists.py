"""Words that show what belongs to a number or a name, several languages together since texts mix them."""

from microrag_core.text.vocabulary import words

# Before a number these say that it is a bound or an estimate: "less than 5", "nicht mehr als 5".
BOUNDS = words(
    "less more fewer greater than least most over under below above up to about around nearly almost approximately roughly "
    "minus plus only exactly between from within at "
    "weniger mehr als mindestens höchstens über unter bis etwa rund knapp fast ungefähr circa ca nur genau zwischen "
    "moins plus que environ presque seulement entre menos más casi unos meno più di quasi circa minder dan ongeveer "
    "больше меньше более менее чем около до почти أكثر أقل من حوالي قرابة نحو"
)

# Between a number and what it counts.
SCALES = words(
    "hundred thousand million billion trillion hundert tausend million millionen milliarde milliarden millions milliard "
    "milliards mille mil millón millones milioni miliardi miljoen miljard тысяч тысячи миллион миллиона миллионов миллиардов "
    "ألف آلاف مليون ملايين مليار مليارات square cubic per quadrat kubik"
)

# After a unit these lead to another: "5 mg per day".
RATES = words("per pro par por al each a")

NUMBER_WORDS = words(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
    "twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half third quarter twice dozen "
    "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig "
    "hundert tausend hälfte drittel viertel doppelt "
    "deux trois quatre cinq sept huit neuf dix cent mille moitié dos tres cuatro cinco siete ocho nueve diez cien mil mitad "
    "два три четыре пять шесть семь восемь девять десять сто половина "
    "اثنان اثنين اثنتين اثنتان ثلاثة ثلاث أربعة أربع خمسة خمس ستة ست سبعة سبع ثمانية ثماني تسعة تسع عشرة عشر عشرون "
    "مئة مائة نصف ثلث ربع"
)

# Between two words of one name: "Bank of England", "Ludwig van Beethoven".
CONNECTORS = words("of the and for de du des del della di da do dos la le les el von van der den dem zu und al bin ibn y e")
