from pitboss.cards import Card as Card
from pitboss.cards import cards_text as cards_text
from pitboss.cards import parse_cards as parse_cards
from pitboss.errors import IllegalAction as IllegalAction
from pitboss.errors import NotationError as NotationError
from pitboss.errors import PitbossError as PitbossError
from pitboss.errors import SheetError as SheetError
from pitboss.games import actions as actions
from pitboss.games import events as events
from pitboss.games.blackjack import BlackjackRound as BlackjackRound
from pitboss.games.blackjack.views import seen_by as seen_by
from pitboss.games.holdem.round import HoldemRound as HoldemRound
from pitboss.games.notation import action_text as action_text
from pitboss.games.notation import parse_action as parse_action
from pitboss.maths.analysis import analyze as analyze
from pitboss.maths.analysis import compare as compare
from pitboss.maths.analysis import solve as solve
from pitboss.maths.analysis import value as value
from pitboss.rules import SHIPPED as SHIPPED
from pitboss.rules import Sheet as Sheet
from pitboss.rules import load as load
from pitboss.rules import parse_sheet as parse_sheet
from pitboss.shoe import CryptographicSource as CryptographicSource
from pitboss.shoe import DeclaredSource as DeclaredSource
from pitboss.shoe import SeededSource as SeededSource
from pitboss.table import Table as Table

__version__: str
