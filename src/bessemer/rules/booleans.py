"""The words that mean true and false in queries and bodies."""

TRUE_WORDS = frozenset({"1", "t", "true", "on", "y", "yes"})
FALSE_WORDS = frozenset({"0", "f", "false", "off", "n", "no"})


def boolean_from_word(word: str) -> bool | None:
    """Read a boolean word in any case; None when it is not one."""
    folded = word.strip().lower()
    if folded in TRUE_WORDS:
        return True
    return False if folded in FALSE_WORDS else None
