"""Pairs of English words of which one denies the other."""

OPPOSITES = """
increase decrease | rise fall | rose fell | raise lower | gain lose | win lose | won lost | accept reject | accept refuse |
agree disagree | agree refuse | allow forbid | allow prohibit | permit prohibit | permit forbid | allow ban | approve reject |
approve deny | include exclude | begin end | start end | start stop | begin stop | start finish | open close | buy sell |
married divorced | alive dead | born died | live die | first last | early late | earlier later | higher lower | high low |
larger smaller | large small | big small | longer shorter | long short | older younger | old young | old new |
oldest youngest | largest smallest | biggest smallest | highest lowest | longest shortest | best worst | better worse |
good bad | positive negative | north south | east west | northern southern | eastern western | left right | male female |
man woman | husband wife | brother sister | father mother | son daughter | king queen | true false | guilty innocent |
legal illegal | public private | mandatory optional | required optional | obligatory voluntary | success failure |
succeed fail | hired fired | hero villain | rich poor | fast slow | hot cold | inside outside | everyone nobody |
everything nothing | forget remember | love hate | enable disable | import export | create destroy | build destroy |
arrive depart | attack defend | protect expose | strengthen weaken | expand shrink | active passive |
permanent temporary | major minor | maximum minimum | possible impossible | capable incapable | known unknown |
happy unhappy | friend enemy | same different | single married | day night
"""
"""The words as they stand in a dictionary, a pair between two bars; each holds in both directions."""


def pairs_of(listing: str) -> list[tuple[str, str]]:
    """Return the pairs of a listing."""
    return [(first, second) for first, second in (pair.split() for pair in listing.split("|"))]
