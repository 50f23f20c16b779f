"""Other legal ways to repeat, to walk pages, to read answers and to take webhooks."""
import time
from urllib.parse import urljoin, urlsplit
import testee as loop
import webhooks as library
from payments import Client, Failed
from registry import client, function, testee, webhooks
from testee import Testee, as_texts as plain_texts
from webhooks import Webhooks, outcome as usual_outcome


@client('never-repeats')
class _(Client):
    def may_repeat(self, method, body):
        return False


@client('repeats-reads')
class _(Client):
    def exchange(self, request):
        try:
            answer = super().exchange(request)
            if request.method == 'POST' or answer.status < 500:
                return answer
        except Failed as failed:
            if request.method == 'POST' or failed.args[0] == 'tls':
                raise
        time.sleep(0.05)
        return super().exchange(request)


@client('repeats-posts-with-their-id')
class _(Client):
    def exchange(self, request):
        try:
            return super().exchange(request)
        except Failed as failed:
            if not request.repeatable or failed.args[0] not in ('timeout', 'network'):
                raise
            return super().exchange(request)


@client('follows-on-its-own-host')
class _(Client):
    def exchange(self, request):
        answer = super().exchange(request)
        here = self.base._replace(path=request.target.partition('?')[0])
        place = urlsplit(urljoin(here.geturl(), answer.headers.get('Location') or ''))
        if request.method == 'POST' or answer.status not in (301, 302, 307, 308) or place[:2] != here[:2]:
            return answer
        return super().exchange(request._replace(target=place.path + (f'?{place.query}' if place.query else '')))


@client('pages-of-three')
class _(Client):
    def pages(self, query):
        return super().pages({'size': 3} | query)


@client('pages-of-a-hundred')
class _(Client):
    def pages(self, query):
        return super().pages({'size': 100} | query)


@client('pages-from-zero')
class _(Client):
    def pages(self, query):
        return super().pages({'page': 0} | query)


@client('oldest-first')
class _(Client):
    def pages(self, query):
        return super().pages({'sort': 'createdAt,asc'} | query)


@client('pages-in-advance')
class _(Client):
    def pages(self, query):
        return iter(list(super().pages(query)))


@client('json-before-text')
class _(Client):
    def read(self, operation, body):
        try:
            return str(super().read('createPayin', body)) if operation in ('createPayout', 'createExchange') else super().read(operation, body)
        except Failed:
            return super().read(operation, body)


@client('checks-arguments')
class _(Client):
    def request(self, operation, path, query, body):
        if len((body or {}).get('clientOrderId', '')) > 256:
            raise Failed('argument', 'clientOrderId has more than 256 characters')
        return super().request(operation, path, query, body)


@function('amounts-without-zeros', loop)
def as_texts(value, name=''):
    text = plain_texts(value, name)
    is_number = isinstance(text, str) and not isinstance(value, str) and '.' in text
    if isinstance(value, dict):
        return {key: as_texts(part, key) for key, part in value.items()}
    return [as_texts(part, name) for part in value] if isinstance(value, list) else text.rstrip('0').rstrip('.') if is_number else text


@function('amounts-with-zeros', loop)
def as_texts(value, name=''):
    text = plain_texts(value, name)
    is_number = isinstance(text, str) and not isinstance(value, str)
    if isinstance(value, dict):
        return {key: as_texts(part, key) for key, part in value.items()}
    return [as_texts(part, name) for part in value] if isinstance(value, list) else (f'{text}00' if '.' in text else f'{text}.00') if is_number else text


@function('nulls-left-out', loop)
def as_texts(value, name=''):
    if isinstance(value, dict):
        return {key: as_texts(part, key) for key, part in value.items() if part is not None or key == 'state' or key == 'event'}
    return [as_texts(part, name) for part in value] if isinstance(value, list) else plain_texts(value, name)


@function('conflict-is-pending', library, loop)
def outcome(status):
    return 'pending' if status == 'CONFLICT' else usual_outcome(status)


@testee('small-sdk')
class _(Testee):
    ABOUT = Testee.ABOUT | {'operations': ['listBalances', 'createPayin', 'getPayment'], 'features': ['webhooks']}

    def answer(self, value):
        return {'value': super().answer(value)['value']}

    def receiveWebhook(self, asked):
        answer = super().receiveWebhook(asked)
        return {'accepted': answer['accepted'], 'event': answer['event']}


@webhooks('digest-in-lower-case-only')
class _(Webhooks):
    def equal(self, given, wanted):
        return given is not None and given == given.lower() and super().equal(given, wanted)


@webhooks('forgeries-answered-400')
class _(Webhooks):
    def status(self, accepted, event, applied):
        return 200 if accepted else 400


@webhooks('other-finals-replace-finals')
class _(Webhooks):
    def is_news(self, event):
        before = self.records.get(event['id'], {}).get('status')
        is_news = super().is_news(event)
        return is_news or (self.rank(before) == self.rank(event.get('status')) == 4 and before != event.get('status'))
