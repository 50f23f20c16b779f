"""Faults in what is made of webhooks: order and duplicates (CLI-06), outcomes (CLI-10), answers (CLI-11)."""
import time
import testee as loop
import webhooks as library
from registry import function, webhooks
from webhooks import RANKS, Webhooks, outcome as right_outcome


@webhooks('applies-duplicates')
class _(Webhooks):
    def is_news(self, event):
        before = self.records.get(event['id'])
        return super().is_news(event) or before == event


@webhooks('last-wins')
class _(Webhooks):
    def is_news(self, event):
        super().is_news(event)
        return self.records.get(event['id']) != event


@webhooks('frozen-wins')
class _(Webhooks):
    def is_news(self, event):
        return super().is_news(event) or event.get('status') == 'FROZEN'


@webhooks('remembers-one')
class _(Webhooks):
    def is_news(self, event):
        is_same, self.last = getattr(self, 'last', None) == event, event
        is_news = super().is_news(event)
        return is_news or (not is_same and self.records.get(event['id']) == event)


@webhooks('late-requests-win')
class _(Webhooks):
    def is_news(self, event):
        is_news = super().is_news(event)
        return is_news or (event['id'].startswith('CAPD-') and self.records[event['id']] != event)


@webhooks('cancelled-stays-open')
class _(Webhooks):
    def rank(self, status):
        return 2 if status == 'CANCELLED' else super().rank(status)


@function('cancelled-is-pending', library, loop)
def outcome(status):
    return 'pending' if status == 'CANCELLED' else right_outcome(status)


@function('cancelled-with-one-l', library, loop)
def outcome(status):
    return right_outcome('CANCELLED' if status == 'CANCELED' else None if status == 'CANCELLED' else status)


@function('partial-is-failed', library, loop)
def outcome(status):
    return 'failed' if status == 'PARTIAL_SUCCESS' else right_outcome(status)


@function('partially-paid', library, loop)
def outcome(status):
    return right_outcome('PARTIAL_SUCCESS' if status == 'PARTIALLY_PAID' else None if status == 'PARTIAL_SUCCESS' else status)


@function('cancelled-is-pending-in-webhooks', library)
def outcome(status):
    return 'pending' if status == 'CANCELLED' else right_outcome(status)


@webhooks('partial-keeps-amount')
class _(Webhooks):
    def state(self, id):
        state = super().state(id)
        first = next(event for event in self.later if event['id'] == id)
        return state | ({'amount': first.get('amount')} if state['status'] == 'PARTIAL_SUCCESS' else {})


@webhooks('completed-is-paid')
class _(Webhooks):
    def state(self, id):
        state = super().state(id)
        invented = id.startswith('CCO-') and state['status'] == 'SUCCESS'
        return state | ({'outcome': 'pending'} if invented else {})


@webhooks('unknown-kind-404')
class _(Webhooks):
    def status(self, accepted, event, applied):
        return 404 if accepted and event is None else super().status(accepted, event, applied)


@webhooks('unknown-payment-404')
class _(Webhooks):
    def status(self, accepted, event, applied):
        is_first = event and applied and [one['id'] for one in self.later].count(event['id']) == 1 and event.get('status') != 'NEW'
        return 404 if is_first else super().status(accepted, event, applied)


@webhooks('unknown-status-500')
class _(Webhooks):
    def status(self, accepted, event, applied):
        is_strange = event is not None and str(event.get('status')) not in RANKS
        return 500 if is_strange else super().status(accepted, event, applied)


@webhooks('duplicate-409')
class _(Webhooks):
    def status(self, accepted, event, applied):
        is_known = event is not None and not applied and self.records[event['id']] == event
        return 409 if is_known else super().status(accepted, event, applied)


@webhooks('answers-204')
class _(Webhooks):
    def status(self, accepted, event, applied):
        return 204 if accepted else 401


@webhooks('handles-before-answering')
class _(Webhooks):
    def apply(self, event):
        time.sleep(self.handling_s)
        return super().apply(event)

    def receive(self, secret, headers, body, handling_s=0):
        self.handling_s = handling_s
        return super().receive(secret, headers, body, handling_s)


@webhooks('handles-successes-before-answering')
class _(Webhooks):
    def receive(self, secret, headers, body, handling_s=0):
        answer = super().receive(secret, headers, body, handling_s)
        if answer['applied'] and answer['event'].get('status') == 'SUCCESS':
            time.sleep(handling_s)
        return answer


@webhooks('expired-checkouts-open-again')
class _(Webhooks):
    def is_news(self, event):
        is_news = super().is_news(event)
        before = self.records.get(event['id'], {})
        return is_news or (before.get('status') == 'EXPIRED' and not event['id'].startswith('PMT-') and before != event)


@webhooks('frozen-after-partial-success')
class _(Webhooks):
    def is_news(self, event):
        is_news = super().is_news(event)
        return is_news or (event.get('status'), self.records.get(event['id'], {}).get('status')) == ('FROZEN', 'PARTIAL_SUCCESS')
