"""Faults of waiting for answers, and of work that goes on behind the caller's back (CLI-07)."""
import http.client, secrets, threading
from contextlib import suppress
from payments import OPERATIONS, Answer, Client, Failed, Refused
from registry import client


class Untimed(Client):
    """Waits without a deadline for the whole answer."""

    def exchange(self, request):
        connection = self.connection()
        try:
            connection.connect()
            return self.transfer(connection, request)
        except (OSError, http.client.HTTPException) as error:
            raise Failed('timeout' if isinstance(error, TimeoutError) else 'network', type(error).__name__) from None
        finally:
            connection.close()


@client('timeout-ends-with-the-headers')
class _(Untimed):
    def transfer(self, connection, request):
        connection.request(request.method, request.target, request.body or None, self.headers(request))
        response = connection.getresponse()
        if connection.sock:
            connection.sock.settimeout(60)
        return Answer(response.status, response.headers, response.read())


@client('posts-without-timeout')
class _(Client):
    def exchange(self, request):
        if request.method == 'GET':
            return super().exchange(request)
        patient = Client(self.base.geturl(), self.token_id, self.secret, self.scheme, 60, self.ca_file)
        return patient.exchange(request)


@client('fixed-timeout')
class _(Client):
    def __init__(self, base_url, token_id, secret, scheme='signed', timeout_s=10.0, ca_file=None):
        super().__init__(base_url, token_id, secret, scheme, 5, ca_file)


@client('redirect-is-success')
class _(Client):
    """Only 4xx and 5xx are refusals; the text of a pay-out is whatever came."""

    def call(self, operation, path={}, query={}, body=None):
        answer = self.send(self.request(operation, path, query, body))
        if answer.status >= 400:
            raise Refused(answer.status, answer.body)
        return answer.body.decode() if operation in ('createPayout', 'createExchange') else self.read(operation, answer.body)


@client('not-modified-is-empty')
class _(Client):
    def call(self, *asked, **named):
        try:
            return super().call(*asked, **named)
        except Refused as refused:
            if refused.args[0] == 304:
                return {}
            raise


@client('missing-checkout-is-null')
class _(Client):
    def call(self, operation, *asked, **named):
        try:
            return super().call(operation, *asked, **named)
        except Refused as refused:
            if refused.args[0] == 404 and operation in ('getCheckout', 'getRequest'):
                return None
            raise


@client('missing-rate-is-null')
class _(Client):
    def call(self, operation, *asked, **named):
        try:
            return super().call(operation, *asked, **named)
        except Refused as refused:
            if refused.args[0] == 404 and operation.endswith('Rate') and refused.args[1].startswith(b'<'):
                return None
            raise


@client('failed-balances-are-empty')
class _(Client):
    def call(self, operation, *asked, **named):
        try:
            return super().call(operation, *asked, **named)
        except Refused as refused:
            if refused.args[0] == 500 and operation == 'listBalances':
                return []
            raise


@client('lost-bundle-with-new-id')
class _(Client):
    def call(self, operation, path={}, query={}, body=None):
        try:
            return super().call(operation, path, query, body)
        except Failed as failed:
            if failed.args[0] not in ('timeout', 'network') or operation != 'createBundle':
                raise
            return super().call(operation, path, query, body | {'referenceId': secrets.token_hex(16)})


@client('repeats-in-the-background')
class _(Client):
    """Tells the caller of the failure, and repeats the POST later under another id."""

    def call(self, operation, path={}, query={}, body=None):
        try:
            return super().call(operation, path, query, body)
        except Failed as failed:
            if failed.args[0] == 'network' and OPERATIONS[operation].startswith('POST') and 'clientOrderId' in body:
                threading.Timer(0.2, self.again, (operation, path, query, body | {'clientOrderId': secrets.token_hex(16)})).start()
            raise

    def again(self, *asked):
        with suppress(Refused, Failed):
            super().call(*asked)
