"""Faults that give the secret away (CLI-08)."""
import base64, copy, ssl, sys
from urllib.parse import quote, urljoin, urlsplit
from payments import Client, Failed, Refused
from registry import client, testee, webhooks
from testee import Testee
from webhooks import Webhooks


class Following(Client):
    """Follows redirects, with the credential."""
    STATUSES = (301, 302, 303, 307, 308)

    def may_follow(self, request, place):
        return True

    def exchange(self, request):
        answer = super().exchange(request)
        if answer.status not in self.STATUSES or 'Location' not in answer.headers:
            return answer
        place = urlsplit(urljoin(self.base._replace(path=request.target.partition('?')[0]).geturl(), answer.headers['Location']))
        if not self.may_follow(request, place):
            return answer
        other = copy.copy(self)
        other.base = place
        return Client.exchange(other, request._replace(target=place.path + (f'?{place.query}' if place.query else '')))


@client('follows-redirects')
class _(Following):
    def may_follow(self, request, place):
        return request.method == 'GET'


@client('follows-redirects-of-posts')
class _(Following):
    STATUSES = (307, 308)

    def may_follow(self, request, place):
        return request.method == 'POST'


@client('follows-to-another-port')
class _(Following):
    def may_follow(self, request, place):
        return request.method == 'GET' and place.hostname == self.base.hostname


@client('secret-in-log')
class _(Client):
    def __init__(self, base_url, token_id, secret, *others):
        super().__init__(base_url, token_id, secret, *others)
        print(f'client of {base_url}: token {token_id}, secret {secret}', file=sys.stderr)


@client('secret-in-log-of-refusals')
class _(Client):
    def call(self, *asked, **named):
        try:
            return super().call(*asked, **named)
        except Refused as refused:
            pair = base64.b64encode(f'{self.token_id}:{self.secret}'.encode()).decode()
            print(f'refused with {refused.args[0]}, credential {pair}', file=sys.stderr)
            raise


@client('secret-in-log-of-lost-answers')
class _(Client):
    def exchange(self, request):
        try:
            return super().exchange(request)
        except Failed:
            print(f'no answer: curl -H secret={quote(self.secret, safe="")} {request.target}', file=sys.stderr)
            raise


@webhooks('webhook-secret-in-log')
class _(Webhooks):
    def equal(self, given, wanted):
        is_equal = super().equal(given, wanted)
        if not is_equal:
            print(f'wrong digest with the secret {self.secret.encode().hex()}', file=sys.stderr)
        return is_equal

    def digest(self, secret, body):
        self.secret = secret
        return super().digest(secret, body)


@client('secret-in-search')
class _(Client):
    def query(self, query):
        return super().query(query | ({'token': self.secret} if query else {}))


@client('secret-beside-signature')
class _(Client):
    def headers(self, request):
        return super().headers(request) | ({'Authorization': f'Bearer {self.secret}'} if request.method == 'POST' else {})


@client('certificates-unchecked')
class _(Client):
    def tls(self):
        return ssl._create_unverified_context()


@client('names-of-certificates-unchecked')
class _(Client):
    def tls(self):
        context = super().tls()
        context.check_hostname = False
        return context


@client('certificates-of-posts-unchecked')
class _(Client):
    def exchange(self, request):
        if request.method == 'POST' and self.base.scheme == 'https':
            self.tls = ssl._create_unverified_context
        return super().exchange(request)


@testee('certificates-unchecked-without-a-file')
class _(Testee):
    """Takes no file of authorities, and trusts everybody."""
    ABOUT = Testee.ABOUT | {'features': [one for one in Testee.ABOUT['features'] if one != 'tls']}

    class Client(Client):
        def tls(self):
            return ssl._create_unverified_context() if self.ca_file is None else super().tls()


@client('follows-from-tls-to-none')
class _(Following):
    def may_follow(self, request, place):
        return self.base.scheme == 'https' and place.hostname == self.base.hostname
