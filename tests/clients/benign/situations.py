"""Legal ways in situations that the interface leaves open: pages at once, times, sizes, redirects, odd bodies."""
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from payments import Client, Failed, OPERATIONS, Refused
from registry import client, testee, webhooks
from testee import Testee
from webhooks import Webhooks


@client('pages-eight-at-once')
class _(Client):
    def pages(self, query):
        first = int(query.get('page', 0))
        with ThreadPoolExecutor(8) as pool:
            while True:
                for page in pool.map(lambda number: self.page(query | {'page': number}), range(first, first + 8)):
                    yield page
                    if page.get('last') or not page['content']:
                        return
                first += 8


@webhooks('requests-by-time')
class _(Webhooks):
    """The later of two requests is the one that changed later."""

    def is_news(self, event):
        before = self.records.get(event['id'])
        is_news = super().is_news(event)
        if not event['id'].startswith('CAPD-') or not before or not event.get('lastUpdatedAt'):
            return is_news
        return event['lastUpdatedAt'] > before['lastUpdatedAt']


@webhooks('a-megabyte-at-most')
class _(Webhooks):
    def receive(self, secret, headers, body, handling_s=0):
        if len(body) > 1 << 20:
            return {'accepted': False, 'status': 413, 'event': None, 'applied': False, 'state': None}
        return super().receive(secret, headers, body, handling_s)


@testee('payments-only')
class _(Testee):
    ABOUT = Testee.ABOUT | {'operations': [one for one in OPERATIONS if 'acquiring' not in OPERATIONS[one]],
                            'features': ['webhooks', 'pages', 'tls', 'retries']}

    class Webhooks(Webhooks):
        def event(self, body):
            event = super().event(body)
            return event if event and event['id'].startswith('PMT-') else None


@client('redirects-fail')
class _(Client):
    def exchange(self, request):
        answer = super().exchange(request)
        if 300 <= answer.status < 400:
            raise Failed('network', 'unexpected redirect')
        return answer


@testee('odd-webhooks-raise')
class _(Testee):
    """Raises of a body with the right digest that is no JSON in UTF-8."""

    class Webhooks(Webhooks):
        def receive(self, secret, headers, body, handling_s=0):
            answer = super().receive(secret, headers, body, handling_s)
            if answer['accepted'] and (body.startswith(b'\xef\xbb\xbf') or body.decode(errors='replace').encode() != body):
                raise ValueError(body[:20])
            return answer

    def receiveWebhook(self, asked):
        try:
            return super().receiveWebhook(asked)
        except ValueError as error:
            return {'error': {'kind': 'unreadable', 'message': type(error).__name__}}


@client('dots-refused')
class _(Client):
    def path_value(self, value):
        if not value.strip('.'):
            raise Failed('argument', 'no such id')
        return super().path_value(value)


@client('repeats-later-under-its-id')
class _(Client):
    """Tells the caller of the failure, and repeats the POST later under its id."""

    def call(self, operation, path={}, query={}, body=None):
        try:
            return super().call(operation, path, query, body)
        except Failed as failed:
            if failed.args[0] == 'network' and self.may_repeat('', body) and OPERATIONS[operation].startswith('POST'):
                threading.Timer(0.2, self.again, (operation, path, query, body)).start()
            raise

    def again(self, *asked):
        with suppress(Refused, Failed):
            super().call(*asked)


@testee('no-tls')
class _(Testee):
    """Speaks http alone, to a proxy that adds TLS."""
    ABOUT = Testee.ABOUT | {'features': [one for one in Testee.ABOUT['features'] if one != 'tls']}

    class Client(Client):
        def connection(self):
            if self.base.scheme == 'https':
                raise Failed('argument', 'only http')
            return super().connection()
