"""Faults of signatures and salts (CLI-01)."""
import hashlib, hmac, itertools, json, secrets, time
from payments import Client
from registry import client


@client('fixed-salt')
class _(Client):
    def salt(self):
        return '5a' * 32


@client('clock-salt')
class _(Client):
    def salt(self):
        return str(int(time.time()))


@client('counting-salt')
class _(Client):
    def __init__(self, *settings):
        super().__init__(*settings)
        self.counter = itertools.count(1)

    def salt(self):
        return f'{next(self.counter):064x}'


@client('one-byte-salt')
class _(Client):
    def salt(self):
        return secrets.token_hex(1)


@client('salt-of-the-request')
class _(Client):
    def headers(self, request):
        self.asked = request
        return super().headers(request)

    def salt(self):
        return hashlib.sha256(self.asked.target.encode() + self.asked.body).hexdigest()


@client('salt-kept-on-repeat')
class _(Client):
    made_for = None

    def headers(self, request):
        if self.made_for is not request:
            self.made_for, self.made = request, super().headers(request)
        return self.made


@client('salt-kept-on-later-pages')
class _(Client):
    kept = {}

    def headers(self, request):
        headers = super().headers(request)
        is_later = 'page=' in request.target and 'page=0' not in request.target and self.kept
        self.kept = self.kept if is_later else headers
        return self.kept


@client('salt-before-body')
class _(Client):
    def signature(self, body, salt):
        return hmac.new(self.secret.encode(), salt.encode() + body, 'sha256').hexdigest()


@client('signs-escaped-text')
class _(Client):
    def signature(self, body, salt):
        escaped = ''.join(one if ord(one) < 128 else json.dumps(one)[1:-1] for one in body.decode())
        return super().signature(escaped.encode(), salt)


@client('signs-the-first-kilobyte')
class _(Client):
    def signature(self, body, salt):
        return super().signature(body[:1024], salt)


@client('signs-the-query')
class _(Client):
    def headers(self, request):
        return super().headers(request if request.body else request._replace(body=request.target.partition('?')[2].encode()))


@client('reads-with-a-body')
class _(Client):
    def request(self, *asked):
        request = super().request(*asked)
        return request._replace(body=b'{}') if request.method == 'GET' and '?' not in request.target else request
