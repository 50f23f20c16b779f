"""Faults of what a client adds: arguments that nobody gave (CLI-01, CLI-09), the secret beside a signature or in its place (CLI-01)."""
from payments import Client
from registry import client


@client('constant-return-url')
class _(Client):
    def request(self, operation, path, query, body):
        return super().request(operation, path, query, {'returnUrl': 'https://shop.example/thanks'} | body if operation == 'createPayin' else body)


@client('searches-successes-only')
class _(Client):
    def request(self, operation, path, query, body):
        return super().request(operation, path, {'status': 'SUCCESS'} | query if operation == 'searchPayments' else query, body)


@client('simple-for-signed')
class _(Client):
    def __init__(self, base_url, token_id, secret, scheme='signed', *others):
        super().__init__(base_url, token_id, secret, 'simple', *others)


@client('both-schemes-at-once')
class _(Client):
    def headers(self, request):
        return super().headers(request) | {'X-Token-API-Secret': self.secret}
