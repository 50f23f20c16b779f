"""Faults of refusals, lost answers and repeats (CLI-07)."""
import secrets, time
from http.client import IncompleteRead
from payments import Answer, Client, Failed, Refused
from registry import client


@client('error-body-lost')
class _(Client):
    def call(self, *asked, **named):
        try:
            return super().call(*asked, **named)
        except Refused as refused:
            raise Refused(refused.args[0], b'') from None


@client('error-status-flattened')
class _(Client):
    def call(self, *asked, **named):
        try:
            return super().call(*asked, **named)
        except Refused as refused:
            raise Refused(400 if refused.args[0] < 500 else 500, refused.args[1]) from None


@client('html-refusal-unreadable')
class _(Client):
    def send(self, request):
        answer = super().send(request)
        return self.unreadable() if answer.status >= 400 and answer.body.lstrip().startswith(b'<') else answer


@client('empty-refusal-is-null')
class _(Client):
    def call(self, *asked, **named):
        try:
            return super().call(*asked, **named)
        except Refused as refused:
            if refused.args[1] == b'':
                return None
            raise


@client('server-error-is-network')
class _(Client):
    def send(self, request):
        answer = super().send(request)
        if answer.status == 503:
            raise Failed('network', 'the service is unavailable')
        return answer


@client('lost-post-with-new-id')
class _(Client):
    def call(self, operation, path={}, query={}, body=None):
        try:
            return super().call(operation, path, query, body)
        except Failed as failed:
            if failed.args[0] not in ('timeout', 'network') or 'clientOrderId' not in (body or {}):
                raise
            return super().call(operation, path, query, body | {'clientOrderId': secrets.token_hex(16)})


@client('lost-post-without-id')
class _(Client):
    def exchange(self, request):
        try:
            return super().exchange(request)
        except Failed as failed:
            if failed.args[0] not in ('timeout', 'network') or request.repeatable:
                raise
            return super().exchange(request)


@client('payout-repeated-after-500')
class _(Client):
    def exchange(self, request):
        answer = super().exchange(request)
        is_blind = answer.status >= 500 and request.target.endswith('/payout') and not request.repeatable
        return super().exchange(request) if is_blind else answer


@client('limited-post-with-new-id')
class _(Client):
    def call(self, operation, path={}, query={}, body=None):
        try:
            return super().call(operation, path, query, body)
        except Refused as refused:
            if refused.args[0] != 429 or 'clientOrderId' not in (body or {}):
                raise
            return super().call(operation, path, query, body | {'clientOrderId': secrets.token_hex(16)})

    def may_repeat(self, method, body):
        return method == 'GET'


@client('retry-after-ignored')
class _(Client):
    def wait_s(self, headers):
        return 0


@client('retry-date-ignored')
class _(Client):
    def wait_s(self, headers):
        return super().wait_s(headers) if headers.get('Retry-After', '').isdigit() else 0 if 'Retry-After' in headers else None


@client('retry-after-in-milliseconds')
class _(Client):
    def wait_s(self, headers):
        seconds = super().wait_s(headers)
        return seconds and seconds / 1000


@client('hammers-without-retry-after')
class _(Client):
    def wait_s(self, headers):
        return super().wait_s(headers) if 'Retry-After' in headers else 0


@client('cut-id-taken')
class _(Client):
    def transfer(self, connection, request):
        try:
            return super().transfer(connection, request)
        except IncompleteRead as cut:
            if cut.partial.startswith(b'ORD-'):
                return Answer(200, {}, cut.partial)
            raise


@client('timeout-is-empty')
class _(Client):
    def call(self, operation, path={}, query={}, body=None):
        try:
            return super().call(operation, path, query, body)
        except Failed as failed:
            if failed.args[0] == 'timeout' and operation.startswith('list'):
                return []
            raise
