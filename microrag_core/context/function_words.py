"""Words that hold a sentence together and name nothing, by language. Negations are not among them: see `negations`."""

from functools import cache

from microrag_core.context.negations import is_negation
from microrag_core.indexing.word_forms import STOP_WORDS
from microrag_core.text.language import SMALL_WORDS

QUESTION_WORDS = """
what which who whom whose when where why how many much
wer wen wem wessen welche welcher welches welchen wann wo wohin woher warum wieso weshalb wie viele viel womit wofür
qui que quoi quel quelle quels quelles quand où comment combien pourquoi qué quién cuál cuándo dónde cómo cuánto cuántos
"""

# The lists of bm25s leave these scripts out.
ARABIC = """
في من إلى الى على عن مع هذا هذه ذلك تلك التي الذي الذين اللذين اللتين هو هي هم هن كان كانت كانوا يكون تكون قد لقد كما أن إن
أنه أنها إنه إنها ان و أو او ثم بل لكن ولكن حتى إذا إذ كل بعض أي اي أيضا أيضًا بين بعد قبل عند عندما حيث منذ خلال أثناء حول ضد
تحت فوق أمام وراء لدى لها له لهم به بها بهم فيه فيها فيهم منه منها منهم عليه عليها عليهم إليه إليها عنه عنها هناك هنا كانا وقد
وكان وكانت وهو وهي وهم وفي ومن وعلى وإلى ومع والتي والذي وهذا وهذه وأن وإن كذلك ذات ذو تم يتم وتم بأن بسبب مثل نحو ما ماذا متى
أين كيف لماذا كم هل مما عما فإن لأن لأنه لأنها بينما والى
"""
RUSSIAN_EXTRA = "это этот эта эти тот та те что как для при или также который которая которые которого"
HINDI = "के का की में से को और पर है हैं था थे थी यह वह ये वे इस उस एक भी तो ही कि जो तक द्वारा लिए साथ कर किया गया होता हो"
HEBREW = "של את על עם הוא היא הם הן זה זו כי גם או אם אך אבל כל בין אל מן היה היתה היו יש כמו רק עד אחרי לפני"
GREEK = "ο η το οι τα του της των τον την και να με σε για από που είναι ήταν στο στη στην στον στις στα ως ένα μια ένας"

# Single signs. Left out are those that are often part of a name (以色列, 土耳其, 委员会, 爱因斯坦).
CHINESE = "的了是在和与與及或也就而这這那为為对對从從被把给給並并且則则但着著们們他她它有很最更让讓"
JAPANESE = "はがをにのでともへやかられてたしるすなりまいうえおこそあ"


@cache
def function_words(language: str) -> frozenset[str]:
    """Return the function words of a language in lower case, with those that begin questions; for an unknown one the latter."""
    own = {"ar": ARABIC, "hi": HINDI, "he": HEBREW, "el": GREEK, "ru": RUSSIAN_EXTRA, "zh": " ".join(CHINESE)}
    found = {*QUESTION_WORDS.split(), *SMALL_WORDS.get(language, "").split(), *own.get(language, "").split()}
    found.update(STOP_WORDS.get(language, ()))
    return frozenset(word for word in found if not is_negation(word))
