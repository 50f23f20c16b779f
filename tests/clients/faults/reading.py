"""Faults of reading answers: plain-text ids (CLI-02), times, nulls, absent and unknown things (CLI-03)."""
import json
from datetime import datetime
from payments import Client, Refused
from registry import client, records_in


@client('order-id-as-json')
class _(Client):
    def read(self, operation, body):
        return super().read('createPayin', body)


@client('exchange-id-as-json')
class _(Client):
    def read(self, operation, body):
        return super().read('createPayin' if operation == 'createExchange' else operation, body)


@client('created-is-refusal')
class _(Client):
    def send(self, request):
        answer = super().send(request)
        if answer.status == 201 and request.target.endswith('/exchange'):
            raise Refused(answer.status, answer.body)
        return answer


@client('order-id-cut')
class _(Client):
    def read(self, operation, body):
        value = super().read(operation, body)
        return value[:36] if isinstance(value, str) else value


@client('order-id-without-prefix')
class _(Client):
    def read(self, operation, body):
        value = super().read(operation, body)
        return value.removeprefix('ORD-') if isinstance(value, str) and operation == 'createPayout' else value


class Checking(Client):
    """Fails to read an answer in which any record does not suit it."""

    def suits(self, operation, record):
        return True

    def read(self, operation, body):
        value = super().read(operation, body)
        if not all(self.suits(operation, record) for record in records_in(value)):
            self.unreadable()
        return value


def is_payment(record):
    return str(record.get('id')).startswith('PMT-')


@client('strict-status')
class _(Checking):
    KNOWN = {'NEW', 'SUCCESS', 'PARTIAL_SUCCESS', 'FAILED', 'EXPIRED', 'PENDING', 'CANCELLED', 'FROZEN'}

    def suits(self, operation, record):
        return not is_payment(record) or record.get('status') in self.KNOWN


@client('strict-blockchain')
class _(Checking):
    def suits(self, operation, record):
        return not is_payment(record) or record.get('blockchain') in (None, 'ETHEREUM', 'TRON')


@client('strict-rounding-mode')
class _(Checking):
    def suits(self, operation, record):
        return record.get('roundingMode', 'HALF_EVEN') == 'HALF_EVEN'


@client('strict-conflict-reason')
class _(Checking):
    def suits(self, operation, record):
        return record.get('status') != 'CONFLICT' or record.get('reason') in ('UNDERPAID', 'WRONG_CURRENCY', 'OTHER')


def is_time(text, *forms):
    for form in forms:
        try:
            return bool(datetime.strptime(text, form))
        except ValueError:
            pass
    return False


@client('microseconds-at-most')
class _(Checking):
    def suits(self, operation, record):
        return 'createdAt' not in record or is_time(record['createdAt'], '%Y-%m-%dT%H:%M:%S.%fZ', '%Y-%m-%dT%H:%M:%SZ')


@client('fraction-required')
class _(Checking):
    def suits(self, operation, record):
        return 'createdAt' not in record or '.' in record['createdAt']


@client('absent-comment-fails')
class _(Checking):
    def suits(self, operation, record):
        return not is_payment(record) or 'comment' in record


@client('null-request-amount-fails')
class _(Checking):
    def suits(self, operation, record):
        return operation != 'createRequest' or record.get('requestAmount', 0) is not None


@client('unknown-balance-field-fails')
class _(Checking):
    def suits(self, operation, record):
        return operation != 'listBalances' or set(record) <= {'currency', 'balance'}
