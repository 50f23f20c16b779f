"""Other legal ways to complete a request, to send it again and to log."""
import http.client, secrets, sys, time
from payments import Client
from registry import client


@client('nulls-for-absent-fields')
class _(Client):
    def request(self, operation, path, query, body):
        return super().request(operation, path, query, {'comment': None, 'returnUrl': None} | body if operation == 'createPayin' else body)


@client('makes-its-own-ids')
class _(Client):
    def request(self, operation, path, query, body):
        is_bare = operation in ('createPayin', 'createPayout', 'createExchange') and 'clientOrderId' not in body
        return super().request(operation, path, query, body | {'clientOrderId': secrets.token_hex(16)} if is_bare else body)


@client('first-page-of-fifty')
class _(Client):
    def request(self, operation, path, query, body):
        return super().request(operation, path, {'page': 0, 'size': 50, 'sort': 'createdAt,desc'} | query if operation == 'searchPayments' else query, body)


@client('resends-after-a-reset')
class _(Client):
    """As libraries do with a connection that ended before any answer."""

    def transfer(self, connection, request):
        headers, began = self.headers(request), time.monotonic()
        self.headers = lambda _: headers
        try:
            return super().transfer(connection, request)
        except (http.client.RemoteDisconnected, ConnectionResetError):
            is_late = time.monotonic() - began > self.timeout_s / 2
            if request.method == 'POST' or is_late:
                raise
            connection.close()
            return super().transfer(connection, request)
        finally:
            del self.headers


@client('logs-bodies-as-bytes')
class _(Client):
    def exchange(self, request):
        print(f'{request.method} <Buffer {request.body[:50].hex(" ")}> {list(request.body[:50])}', file=sys.stderr)
        return super().exchange(request)
