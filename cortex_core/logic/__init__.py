"""Strong Kleene logic over atoms: truth values, partial values, expressions and their normal form."""
