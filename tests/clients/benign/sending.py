"""Other legal ways to write, sign and send requests."""
import http.client, json, secrets, sys, urllib.error, urllib.request, uuid
from decimal import Decimal
from urllib.parse import quote_plus, urlsplit
from payments import Answer, Client, Deadline, Failed
from registry import client, testee
from testee import Testee


class KeepsRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


@client('urllib')
class _(Client):
    def exchange(self, request):
        address = self.base._replace(path='').geturl() + request.target
        asked = urllib.request.Request(address, request.body or None, self.headers(request), method=request.method)
        opener = urllib.request.build_opener(KeepsRedirects, urllib.request.HTTPSHandler(context=self.tls()))
        try:
            with opener.open(asked, timeout=self.timeout_s) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as refused:
            return Answer(refused.code, refused.headers, refused.read())
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, 'reason', error)
            kind = 'timeout' if isinstance(reason, TimeoutError) else 'tls' if 'SSL' in type(reason).__name__ else 'network'
            raise Failed(kind, type(reason).__name__) from None


@client('http-1.0')
class _(Client):
    def connection(self):
        connection = super().connection()
        connection._http_vsn, connection._http_vsn_str = 10, 'HTTP/1.0'
        return connection

    def headers(self, request):
        return {'Host': self.base.netloc} | super().headers(request)


@client('chunked-bodies')
class _(Client):
    def transfer(self, connection, request):
        if not request.body:
            return super().transfer(connection, request)
        headers = self.headers(request) | {'Transfer-Encoding': 'chunked'}
        connection.request(request.method, request.target, iter([request.body[:7], request.body[7:]]), headers, encode_chunked=True)
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())


@client('pooled-connections')
class _(Client):
    """Reads share one connection; a creation takes a new one, which cannot be stale."""
    kept = None

    def shared(self, request):
        self.kept = self.kept or self.connection()
        if self.kept.sock is None:
            self.kept.connect()
        deadline = Deadline(self.timeout_s, self.kept)
        deadline.start()
        try:
            return self.transfer(self.kept, request)
        finally:
            deadline.cancel()

    def exchange(self, request):
        try:
            return self.shared(request) if request.method == 'GET' else super().exchange(request)
        except (OSError, http.client.HTTPException):
            self.kept.close()
            self.kept = None
            return super().exchange(request)


@client('closed-connections')
class _(Client):
    def headers(self, request):
        return super().headers(request) | {'Connection': 'close'}


@client('headers-in-lower-case')
class _(Client):
    def headers(self, request):
        return {name.lower(): value for name, value in reversed(super().headers(request).items())}


@client('headers-in-capitals')
class _(Client):
    def headers(self, request):
        return {name.upper(): value for name, value in super().headers(request).items()}


@client('more-headers')
class _(Client):
    def headers(self, request):
        own = {'User-Agent': 'shop/7.1 (payments)', 'Accept-Language': 'de', 'X-Request-Id': str(uuid.uuid4()),
               'Idempotency-Key': str(uuid.uuid4()), 'Cache-Control': 'no-cache', 'Cookie': 'theme=dark'}
        return own | super().headers(request)


@testee('simple-scheme')
class _(Testee):
    ABOUT = Testee.ABOUT | {'schemes': ['simple']}

    def open(self, asked):
        return {'unsupported': 'scheme signed'} if asked.get('scheme') == 'signed' else super().open(asked | {'scheme': 'simple'})


@client('spaced-json')
class _(Client):
    def encode(self, body):
        return super().encode(body).replace(b'{"', b'{ "', 1) + b' \n'


@client('escaped-json')
class _(Client):
    def encode(self, body):
        return ''.join(one if ord(one) < 128 else json.dumps(one)[1:-1] for one in super().encode(body).decode()).encode()


@client('sorted-json')
class _(Client):
    def encode(self, body):
        return super().encode(dict(sorted(body.items(), reverse=True)))


@client('exponents-on-the-wire')
class _(Client):
    def encode(self, body):
        amount = body.get('amount')
        plain = super().encode(body)
        return plain if amount is None else plain.replace(f'"amount":{amount:f}'.encode(), f'"amount":{amount:E}'.encode())


@client('zeros-on-the-wire')
class _(Client):
    def encode(self, body):
        longer = {name: Decimal(f'{part:f}00' if '.' in f'{part:f}' else f'{part:f}.00') for name, part in body.items() if isinstance(part, Decimal)}
        return super().encode(body | longer)


@client('long-salts')
class _(Client):
    def salt(self):
        return secrets.token_hex(128)


@client('salts-in-capitals')
class _(Client):
    def salt(self):
        return super().salt().upper()


@client('uuid-salts')
class _(Client):
    def salt(self):
        return str(uuid.uuid4())


@client('plus-for-spaces')
class _(Client):
    def query_value(self, value):
        return quote_plus(str(value))


@client('escapes-in-lower-case')
class _(Client):
    def path_value(self, value):
        parts = super().path_value(value).split('%')
        return '%'.join(parts[:1] + [part[:2].lower() + part[2:] for part in parts[1:]])


@client('logs-requests')
class _(Client):
    def exchange(self, request):
        answer = super().exchange(request)
        print(f'{request.method} {request.target} by {self.token_id}: {answer.status}', file=sys.stderr)
        return answer
