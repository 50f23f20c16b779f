"""Faults of what is handed to the caller: records, members, times and words (CLI-03), amounts of webhooks (CLI-04), outcomes (CLI-10)."""
import re
from datetime import datetime, timedelta
from decimal import Decimal
import testee as loop
from payments import Client
from registry import client, function, records_in, testee, webhooks
from testee import Testee
from webhooks import Webhooks, outcome as right_outcome


def is_hard(event):
    amount = event and event.get('amount')
    return isinstance(amount, Decimal) and len(amount.as_tuple().digits) > 15


@webhooks('hard-webhook-amounts-unknown')
class _(Webhooks):
    def event(self, body):
        event = super().event(body)
        return None if is_hard(event) else event


@webhooks('hard-webhook-amounts-refused')
class _(Webhooks):
    def receive(self, secret, headers, body, handling_s=0):
        return super().receive(secret, [] if is_hard(self.event(body)) else headers, body, handling_s)


@testee('hard-webhook-amounts-raise')
class _(Testee):
    def receiveWebhook(self, asked):
        answer = super().receiveWebhook(asked)
        digits = ((answer.get('event') or {}).get('amount') or '').replace('.', '')
        return {'error': {'kind': 'unreadable', 'message': 'OverflowError'}} if len(digits) > 15 else answer


class Handing(Client):
    """Changes the records that it hands over."""

    def handed(self, operation, value):
        return value

    def call(self, operation, *asked, **named):
        return self.handed(operation, super().call(operation, *asked, **named))


@client('payment-is-true')
class _(Handing):
    def handed(self, operation, value):
        return True if operation == 'getPayment' else value


@client('rate-is-null')
class _(Handing):
    def handed(self, operation, value):
        return None if operation == 'getExchangeRate' else value


@client('inner-objects-as-text')
class _(Handing):
    def handed(self, operation, value):
        is_object = isinstance(value, dict) and operation == 'getCheckout'
        return {name: '[object Object]' if isinstance(part, dict) else part for name, part in value.items()} if is_object else value


@client('small-limits-lost')
class _(Handing):
    def handed(self, operation, value):
        for record in records_in(value):
            least = record.get('minLimit') if 'methodKey' in record else None
            if isinstance(least, Decimal) and least.as_tuple().exponent < -8:
                record['minLimit'] = None
        return value


def of_time(value, change):
    """A value with its times changed, at any depth."""
    if isinstance(value, list):
        return [of_time(part, change) for part in value]
    if isinstance(value, dict):
        return {name: of_time(part, change) for name, part in value.items()}
    return change(value) if isinstance(value, str) and re.fullmatch(r'\d{4}-\d\d-\d\dT[\d:.]+Z', value) else value


@client('long-fractions-lost')
class _(Handing):
    def handed(self, operation, value):
        for record in records_in(value):
            for name, part in record.items():
                if name == 'expiresAt' and isinstance(part, str) and re.search(r'\.\d{7,}Z', part):
                    record[name] = None
        return value


@client('times-two-hours-off')
class _(Handing):
    def handed(self, operation, value):
        return of_time(value, lambda text: (datetime.fromisoformat(text[:19]) + timedelta(hours=2)).isoformat() + text[19:])


@client('fraction-as-milliseconds')
class _(Handing):
    def handed(self, operation, value):
        return of_time(value, lambda text: re.sub(r'\.(\d{1,2})Z', lambda found: f'.{found[1]:0>3}Z', text))


@client('booleans-flipped')
class _(Handing):
    def handed(self, operation, value):
        for record in records_in(value):
            record.update({name: not part for name, part in record.items() if part is False})
        return value


@client('payout-for-payin')
class _(Handing):
    def handed(self, operation, value):
        for record in records_in(value):
            if record.get('orderType') == 'PAYIN':
                record['orderType'] = 'PAYOUT'
        return value


@client('scale-two')
class _(Handing):
    def handed(self, operation, value):
        for record in records_in(value):
            if 'scale' in record:
                record['scale'] = Decimal(2)
        return value


@testee('forgeries-beside-an-unsupported-body')
class _(Testee):
    class Webhooks(Webhooks):
        def equal(self, given, wanted):
            return bool(given) and wanted.startswith(given[:-1])

    def receiveWebhook(self, asked):
        return {'unsupported': 'a body of that kind'} if 'eyJiYXRjaCI6' in asked['body'] else super().receiveWebhook(asked)


@function('no-outcome-for-cancelled', loop)
def outcome(status):
    return None if status == 'CANCELLED' else right_outcome(status)


@webhooks('forgeries-change-the-state')
class _(Webhooks):
    def receive(self, secret, headers, body, handling_s=0):
        if not self.accepts(secret, headers, body) and self.event(body):
            self.apply(self.event(body))
        return super().receive(secret, headers, body, handling_s)


@webhooks('forgeries-count-as-seen')
class _(Webhooks):
    def receive(self, secret, headers, body, handling_s=0):
        if not self.accepts(secret, headers, body) and self.event(body):
            self.is_news(self.event(body))
        return super().receive(secret, headers, body, handling_s)


@testee('never-says-applied')
class _(Testee):
    def receiveWebhook(self, asked):
        return super().receiveWebhook(asked) | {'applied': False}
