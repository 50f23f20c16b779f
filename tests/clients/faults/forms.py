"""Faults of reading webhooks whose records look other than usual (CLI-03)."""
from faults.reading import is_time
from registry import records_in, testee, webhooks
from testee import Testee
from webhooks import RANKS, Webhooks


class Checking(Webhooks):
    """Knows no record that does not suit it."""

    def suits(self, record):
        return True

    def event(self, body):
        event = super().event(body)
        return event if event and all(map(self.suits, records_in(event))) else None


@webhooks('webhook-microseconds-at-most')
class _(Checking):
    def suits(self, record):
        return 'createdAt' not in record or is_time(record['createdAt'], '%Y-%m-%dT%H:%M:%S.%fZ', '%Y-%m-%dT%H:%M:%SZ')


@webhooks('webhook-without-comment-unknown')
class _(Checking):
    def suits(self, record):
        return not str(record.get('id')).startswith('PMT-') or 'comment' in record


@webhooks('webhook-null-reason-unknown')
class _(Checking):
    def suits(self, record):
        return not str(record.get('id')).startswith('CCO-') or record.get('reason', '') is not None


@webhooks('webhook-new-field-unknown')
class _(Checking):
    def suits(self, record):
        return not str(record.get('id')).startswith('CAPD-') or 'riskScore' not in record


@webhooks('webhook-new-status-unknown')
class _(Checking):
    def suits(self, record):
        return record.get('status', 'NEW') in RANKS


@webhooks('webhook-order-ids-cut')
class _(Webhooks):
    def receive(self, *asked):
        answer = super().receive(*asked)
        event = answer['event']
        return answer | ({'event': event | {'clientOrderId': str(event['clientOrderId'])[:-1]}} if event and 'clientOrderId' in event else {})


@testee('webhook-new-field-fails')
class _(Testee):
    def receiveWebhook(self, asked):
        answer = super().receiveWebhook(asked)
        if any('riskScore' in record for record in records_in(answer['event'])):
            return {'error': {'kind': 'unreadable', 'message': 'unexpected keyword argument riskScore'}}
        return answer
