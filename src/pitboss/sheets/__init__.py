"""The shipped rule sheets and the clause register, as TOML."""
