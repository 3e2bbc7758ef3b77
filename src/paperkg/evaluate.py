"""Precision, recall and F1 of predictions against a gold file, by kind and by rule, and how far scores can be believed.

Both files hold one JSON object a line, matched by ``id``; a gold record that has no prediction counts as an empty one.
What is counted, by the fields that gold has:

- ``entities``: exact (same span and type), overlap (same type, spans share a character, one to one, the largest overlap
  first) and text (the set of normalised texts with their types in a record); each of them also without the types;
- ``relations``: strict (both spans and the type) and pair (both spans, in any direction);
- ``keyphrases``: F1 at 5, at 10 and of all after Porter stemming, averaged over the records that have some;
- ``acronyms`` and ``labels``: sets in a record;
- ``links``: B-cubed (Bagga and Baldwin, 1998) over all gold mentions with a link.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperkg.errors import UsageError
from paperkg.stemming import stemmed_phrase
