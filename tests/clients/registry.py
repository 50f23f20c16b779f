"""Where clients register: by a part of the conforming testee that they replace."""
from testee import Testee

CLIENTS = {}


def part(name, attribute):
    def register(replacement):
        CLIENTS[name] = lambda: type('Changed', (Testee,), {attribute: replacement})
        return replacement
    return register


def client(name):
    """A subclass of Client."""
    return part(name, 'Client')


def webhooks(name):
    """A subclass of Webhooks."""
    return part(name, 'Webhooks')


def testee(name):
    """A subclass of Testee."""
    def register(replacement):
        CLIENTS[name] = lambda: replacement
        return replacement
    return register


def function(name, *modules):
    """A function of the library under its own name, in the modules that use it."""
    def register(replacement):
        def put():
            for module in modules:
                setattr(module, replacement.__name__, replacement)
            return Testee
        CLIENTS[name] = put
        return replacement
    return register


def records_in(value):
    """Every object of an answer, at any depth."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from records_in(inner)
