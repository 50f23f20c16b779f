"""Other legal ways to hand over what was read."""
import re
from datetime import datetime
import testee as loop
from payments import Client, Failed
from registry import client, function, testee
from testee import Testee, as_texts as plain_texts


def of_texts(value, change, name=''):
    """What the protocol carries, with its texts changed."""
    if isinstance(value, dict):
        return {key: of_texts(part, change, key) for key, part in value.items()}
    if isinstance(value, list):
        return [of_texts(part, change, name) for part in value]
    return change(name, value) if isinstance(value, str) else plain_texts(value, name)


@function('times-as-milliseconds', loop)
def as_texts(value, name=''):
    def other(_, text):
        is_time = re.fullmatch(r'(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z', text)
        return int(datetime.fromisoformat(f'{is_time[1]}+00:00').timestamp()) * 1000 + int(f'{is_time[2] or 0:0<3}'[:3]) if is_time else text
    return of_texts(value, other, name)


@function('words-as-constants', loop)
def as_texts(value, name=''):
    words = ('orderType', 'transactionType', 'method', 'methodKey')
    return of_texts(value, lambda own, text: text.title().replace('_', '') if own in words else text, name)


@testee('pages-without-numbers')
class _(Testee):
    def answer(self, value):
        return super().answer({'content': value['content']} if isinstance(value, dict) and 'pageable' in value else value)


@testee('checks-digests-only')
class _(Testee):
    ABOUT = Testee.ABOUT | {'features': ['webhooks', 'pages', 'outcomes', 'retries']}

    def receiveWebhook(self, asked):
        return {'accepted': super().receiveWebhook(asked)['accepted'], 'event': None}


@client('refuses-parts-of-a-cent')
class _(Client):
    def request(self, operation, path, query, body):
        amount = (body or {}).get('amount')
        if amount is not None and body.get('currency') == 'EUR' and 'firstName' in body and amount != round(amount, 2):
            raise Failed('argument', 'EUR has two decimals')
        return super().request(operation, path, query, body)
