"""Faults of arguments that a client loses or changes (CLI-01 for bodies, CLI-09 for queries)."""
from payments import Client
from registry import client


@client('falsy-query-values-dropped')
class _(Client):
    def query(self, query):
        return super().query({name: value for name, value in query.items() if value and value != '0'})


@client('always-buys')
class _(Client):
    def encode(self, body):
        return super().encode(body | {'side': 'BUY'} if 'side' in body else body)


@client('payout-comment-lost')
class _(Client):
    def request(self, operation, path, query, body):
        kept = {name: value for name, value in (body or {}).items() if (operation, name) != ('createPayout', 'comment')}
        return super().request(operation, path, query, body and kept)


@client('phone-number-in-snake-case')
class _(Client):
    def encode(self, body):
        return super().encode({'phone_number' if name == 'phoneNumber' else name: value for name, value in body.items()})


@client('checkouts-in-dollars')
class _(Client):
    def encode(self, body):
        return super().encode(body | {'fixedAmount': body['fixedAmount'] | {'currency': 'USD'}} if 'fixedAmount' in body else body)


@client('account-as-number')
class _(Client):
    def encode(self, body):
        return super().encode(body | {'bankAccount': int(body['bankAccount'])} if 'bankAccount' in body else body)
