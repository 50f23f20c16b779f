"""Starts a client of clients.json, broken or benign: python3 tests/clients/broken.py <name>. Each overrides small functions of the conforming testee."""
import importlib, sys
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parent.parent / 'client' / 'testees' / 'python')]

for folder in ('faults', 'benign'):
    for file in sorted((here / folder).glob('*.py')):
        importlib.import_module(f'{folder}.{file.stem}')

from registry import CLIENTS

if sys.argv[1:] == ['--list']:
    print('\n'.join(sorted(CLIENTS)))
elif len(sys.argv) == 2 and sys.argv[1] in CLIENTS:
    CLIENTS[sys.argv[1]]()().run()
else:
    sys.exit(f'usage: broken.py --list, or the name of a client; no client is called {" ".join(sys.argv[1:])!r}')
