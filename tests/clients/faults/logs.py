"""Faults that write the secret into a log in a form that is no text of it (CLI-08)."""
import base64, hashlib, sys
from payments import Client
from registry import client


class Logging(Client):
    """Writes what it makes of its secret to stderr."""

    def shown(self, key):
        return ''

    def __init__(self, base_url, token_id, secret, *others):
        super().__init__(base_url, token_id, secret, *others)
        print(f'client of {base_url}, key {self.shown(secret.encode())}', file=sys.stderr)


@client('log-shows-key-decoded')
class _(Logging):
    def shown(self, key):
        return base64.b64decode(key.removesuffix(b'+/=')).hex()


@client('log-shows-hash-of-secret')
class _(Logging):
    def shown(self, key):
        return hashlib.sha256(key).hexdigest()


@client('log-shows-bytes-in-hex')
class _(Logging):
    def shown(self, key):
        return f'<Buffer {key.hex(" ")}>'


@client('log-shows-list-of-bytes')
class _(Logging):
    def shown(self, key):
        return list(key)


@client('log-masks-four-characters')
class _(Logging):
    def shown(self, key):
        return key.decode()[:-4] + '****'
