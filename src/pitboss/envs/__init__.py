"""Gymnasium environments: one round an episode, dealt and settled by the engine itself.

Importing this package registers ``pitboss/Blackjack-v0``, ``pitboss/UltimateHoldem-v0`` and ``pitboss/Crazy4-v0``; all
take ``sheet=`` (a sheet's name or path), ``sets=`` (values of it), ``stakes=`` (dollars by wager) and ``illegal=``
("refuse" or "raise").

``gymnasium.make_vec`` of the first gives many tables on the simulation kernel
(:class:`pitboss.envs.blackjack_vector.BlackjackVectorEnv`); of the others, Gymnasium's own vector environments.

>>> import gymnasium, pitboss.envs
>>> env = gymnasium.make("pitboss/UltimateHoldem-v0", sheet="ultimate-texas-holdem")
>>> observation, info = env.reset(seed=7)
>>> env.unwrapped.describe(observation)
'before the flop: 5c 6c'
>>> action = env.action_space.sample(mask=info["action_mask"])
"""

from __future__ import annotations

from pitboss.extras import needs

needs("gym")

import gymnasium  # noqa: E402

__all__ = ["BLACKJACK", "CRAZY4", "ULTIMATE_HOLDEM"]

BLACKJACK = "pitboss/Blackjack-v0"
ULTIMATE_HOLDEM = "pitboss/UltimateHoldem-v0"
CRAZY4 = "pitboss/Crazy4-v0"

MOST_STEPS = 1000
"""An agent that goes on choosing what is refused is stopped there; no round has as many decisions."""

_ENTRIES = {
    BLACKJACK: "blackjack:BlackjackEnv",
    ULTIMATE_HOLDEM: "holdem:HoldemEnv",
    CRAZY4: "crazy4:Crazy4Env",
}
_VECTOR_ENTRIES = {BLACKJACK: "blackjack_vector:BlackjackVectorEnv"}
for name, entry in _ENTRIES.items():
    if name not in gymnasium.registry:
        many = f"{__name__}.{_VECTOR_ENTRIES[name]}" if name in _VECTOR_ENTRIES else None
        gymnasium.register(
            name, entry_point=f"{__name__}.{entry}", vector_entry_point=many, max_episode_steps=MOST_STEPS
        )
