"""Typed libraries: they have no place for an argument, or write it in another legal form."""
from datetime import datetime
from payments import Client, Failed
from registry import client, testee
from testee import Testee


@client('typed-without-some-fields')
class _(Client):
    """Refuses what its types do not have before anything is sent."""

    def request(self, operation, path, query, body):
        if {'channelCode', 'walletAddress', 'asset', 'integrationId'} & {*(body or {}), *query}:
            raise Failed('argument', 'an argument that this library does not have')
        return super().request(operation, path, query, body)


@testee('testee-without-some-fields')
class _(Testee):
    """Says that the library has no place for them."""

    def call(self, asked):
        if {'channelCode', 'preselectedCryptoCurrency'} & {*asked.get('body', {})}:
            return {'unsupported': 'no such field'}
        return super().call(asked)


@client('times-in-another-form')
class _(Client):
    def request(self, operation, path, query, body):
        return super().request(operation, path, self.written(query), body and self.written(body))

    def written(self, values):
        def other(name, value):
            is_time = name in ('createdAt', 'expiresAt') and isinstance(value, str) and value.endswith('Z')
            return datetime.fromisoformat(value).isoformat(timespec='milliseconds') if is_time else value
        return {name: other(name, value) for name, value in values.items()}
