"""The testee in Python: the loop that Assay talks to. Copy it, and let it call your SDK instead of payments.py and webhooks.py.

Run it with: npx assay client --testee "python3 testee.py"
"""
import base64, json, sys
from decimal import Decimal
from payments import OPERATIONS, Client, Failed, Refused, number
from webhooks import KINDS, Webhooks, outcome

INTEGERS = {'scale', 'verificationLevel', 'page', 'offset', 'pageNumber', 'pageSize', 'number', 'numberOfElements', 'size',
            'totalElements', 'totalPages', 'expMonth', 'expYear'}


def as_texts(value, name=''):
    """What the protocol carries: exact decimals as plain texts, integers of the contract as integers."""
    if isinstance(value, Decimal):
        return int(value) if name in INTEGERS and value == value.to_integral_value() else format(value, 'f')
    if isinstance(value, dict):
        return {key: as_texts(part, key) for key, part in value.items()}
    return [as_texts(part, name) for part in value] if isinstance(value, list) else value


def amounts(value):
    """Texts named amount, of a body, as the exact type of the library."""
    if isinstance(value, list):
        return [amounts(part) for part in value]
    return {key: number(part) if key == 'amount' else amounts(part) for key, part in value.items()} if isinstance(value, dict) else value


class Testee:
    Client, Webhooks = Client, Webhooks
    ABOUT = {'name': 'assay-python', 'version': '1.0.0', 'schemes': ['signed', 'simple'], 'operations': list(OPERATIONS),
             'features': ['webhooks', 'handler', 'state', 'pages', 'ranges', 'tls', 'retries', 'outcomes'],
             'digestComparison': 'hmac.compare_digest'}
    client, webhooks = None, None

    def open(self, asked):
        if asked.get('version') != 1:
            return {'unsupported': f"version {asked.get('version')}"}
        self.webhooks = self.Webhooks()
        self.client = self.Client(asked['baseUrl'], asked['tokenId'], asked['secret'], asked.get('scheme') or 'signed',
                                  asked.get('timeoutMs', 10_000) / 1000, asked.get('caFile'))
        return {'ok': True, **self.ABOUT}

    def call(self, asked):
        operation, query = asked['operation'], asked.get('query') or {}
        if operation not in self.ABOUT['operations']:
            return {'unsupported': f'no operation {operation}'}
        if self.client is None:
            return {'error': {'kind': 'argument', 'message': 'open comes first'}}
        try:
            if operation == 'searchPayments' and asked.get('allPages'):
                return {'value': as_texts(self.client.all_payments(query))}
            return self.answer(self.client.call(operation, asked.get('path') or {}, query, amounts(asked.get('body'))))
        except Refused as refused:
            status, body = refused.args
            return {'error': {'kind': 'refused', 'status': status, 'body': base64.b64encode(body).decode()}}
        except Failed as failed:
            return {'error': {'kind': failed.args[0], 'message': failed.args[1]}}
        except (ValueError, ArithmeticError, RecursionError) as error:
            return {'error': {'kind': 'argument', 'message': type(error).__name__}}

    def answer(self, value):
        is_record = isinstance(value, dict) and str(value.get('id')).startswith(KINDS)
        return {'value': as_texts(value)} | ({'outcome': outcome(value.get('status'))} if is_record else {})

    def receiveWebhook(self, asked):
        self.webhooks = self.webhooks or self.Webhooks()
        body = base64.b64decode(asked['body'])
        return as_texts(self.webhooks.receive(asked.get('secret'), asked['headers'], body, asked.get('handlingMs', 0) / 1000))

    def close(self, asked):
        return {'ok': True}

    def run(self):
        for line in sys.stdin.buffer:
            asked = json.loads(line)
            act = {'open': self.open, 'call': self.call, 'receiveWebhook': self.receiveWebhook, 'close': self.close}.get(asked['do'])
            answer = act(asked) if act else {'unsupported': f"no {asked['do']}"}
            print(json.dumps({'id': asked['id'], **answer}), flush=True)
            if asked['do'] == 'close':
                return


if __name__ == '__main__':
    Testee().run()
