"""The webhooks of the interface: the check of their digest, and what they say of a payment, a checkout or a request."""
import hmac
from payments import parse, to_json

SUCCEEDED = {'SUCCESS', 'PARTIAL_SUCCESS'}
FAILED = {'FAILED', 'CANCELLED', 'EXPIRED', 'CONFLICT'}
RANKS = {'NEW': 0, 'WAITING_PAYMENT': 0, 'REQUEST_CREATED': 1, 'PENDING': 2, 'PENDING_PAYMENT': 2, 'PAYMENT_DETECTED': 2,
         'FROZEN': 2, 'CONFLICT': 3, 'SUCCESS': 4, 'PARTIAL_SUCCESS': 4, 'FAILED': 4, 'CANCELLED': 4, 'EXPIRED': 4}
KINDS = ('PMT-', 'CCO-', 'CAPD-')


def outcome(status):
    """What a status means for the merchant; a status of tomorrow is unknown, not an error."""
    name = str(status)
    return 'succeeded' if name in SUCCEEDED else 'failed' if name in FAILED else 'pending' if name in RANKS else 'unknown'


class Webhooks:
    def __init__(self):
        self.records, self.seen, self.later = {}, set(), []

    def digest(self, secret, body):
        return hmac.new(secret.encode(), body, 'sha1').hexdigest()

    def given(self, headers):
        values = [value for name, value in headers if name.lower() == 'x-payload-digest']
        return values[0] if len(values) == 1 else None

    def equal(self, given, wanted):
        return given is not None and hmac.compare_digest(given.lower().encode(errors='replace'), wanted.encode())

    def accepts(self, secret, headers, body):
        return secret is None or self.equal(self.given(headers), self.digest(secret, body))

    def event(self, body):
        """The record of a webhook; None for what this version does not know."""
        try:
            record = parse(body)
            to_json(record)
        except (ValueError, RecursionError):
            return None
        known = isinstance(record, dict) and str(record.get('id')).startswith(KINDS)
        return record if known else None

    def rank(self, status):
        return RANKS.get(str(status), 2)

    def is_news(self, event):
        """False for duplicates, and for what was overtaken: ranks grow, and a final status stays."""
        key = to_json(dict(sorted(event.items())))
        before = self.records.get(event['id'])
        reached = self.rank(before.get('status')) if before else -1
        is_known = key in self.seen
        self.seen.add(key)
        return not is_known and reached < 4 and self.rank(event.get('status')) >= reached

    def apply(self, event):
        is_news = self.is_news(event)
        if is_news:
            self.records[event['id']] = event
            self.later.append(event)  # The merchant's own, slow work comes after the answer.
        return is_news

    def state(self, id):
        record = self.records[id]
        status = record.get('status')
        return {'id': id, 'status': status, 'amount': record.get('amount'), 'outcome': outcome(status)}

    def status(self, accepted, event, applied):
        return 200 if accepted else 401

    def receive(self, secret, headers, body, handling_s=0):
        accepted = self.accepts(secret, headers, body)
        event = self.event(body) if accepted else None
        applied = self.apply(event) if event else False
        return {'accepted': accepted, 'status': self.status(accepted, event, applied), 'event': event, 'applied': applied,
                'state': self.state(event['id']) if event else None}
