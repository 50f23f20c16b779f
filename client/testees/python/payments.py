"""A small client library of the interface, in Python 3.11 with the standard library alone. testee.py connects it to Assay."""
import email.utils, hmac, http.client, json, re, secrets, socket, ssl, threading, time
from collections import namedtuple
from contextlib import suppress
from decimal import Decimal
from urllib.parse import quote, urlsplit

OPERATIONS = {
    'listMethods': 'GET /v1/user/methods',
    'listPayments': 'GET /v1/user/payments',
    'searchPayments': 'GET /v2/user/payments/search',
    'getPayment': 'GET /v1/user/payments/{id}',
    'createPayin': 'POST /v1/user/payments/payin',
    'createPayout': 'POST /v1/user/payments/payout',
    'listExchangeLimits': 'GET /v1/user/exchange/limits',
    'getExchangeLimit': 'GET /v1/user/exchange/limits/{symbolPair}',
    'listExchangeRates': 'GET /v1/user/exchange/rates',
    'getExchangeRate': 'GET /v1/user/exchange/rates/{symbolPair}',
    'createExchange': 'POST /v1/user/exchange',
    'listBalances': 'GET /v1/user/wallet/balances',
    'createCheckout': 'POST /v1/user/crypto-acquiring/{projectId}/checkouts',
    'getCheckout': 'GET /v1/user/crypto-acquiring/{projectId}/checkouts/{checkoutId}',
    'getDepositOptions': 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options',
    'createRequest': 'POST /v1/user/crypto-acquiring/{projectId}/requests',
    'getRequest': 'GET /v1/user/crypto-acquiring/{projectId}/requests/{requestId}',
    'createBundle': 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
    'getAcquiringRate': 'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}',
}
PLAIN_TEXT = {'createPayout', 'createExchange'}
Request = namedtuple('Request', 'method target body repeatable')
Answer = namedtuple('Answer', 'status headers body')


class Refused(Exception):
    """An answer other than 2xx, with its status and raw body."""


class Failed(Exception):
    """A call without a usable answer: timeout, network, tls, unreadable or argument."""


def number(text):
    """A JSON number as an exact decimal."""
    value = Decimal(text)
    if not value.is_finite() or abs(value.adjusted()) > 1000:
        raise ValueError('no number of money')
    return value


def parse(body):
    return json.loads(body.decode(), parse_float=number, parse_int=number, parse_constant=number)


def to_json(value):
    """JSON text in which decimals keep every digit."""
    if isinstance(value, Decimal):
        return format(value, 'f')
    if isinstance(value, dict):
        return '{' + ','.join(f'{to_json(name)}:{to_json(part)}' for name, part in value.items()) + '}'
    if isinstance(value, list):
        return '[' + ','.join(map(to_json, value)) + ']'
    return json.dumps(value, ensure_ascii=False)


class Deadline(threading.Timer):
    """Cuts a connection that has not brought its whole answer in time."""

    def __init__(self, seconds, connection):
        super().__init__(seconds, self.pass_by)
        self.socket, self.has_passed = connection.sock, False

    def pass_by(self):
        self.has_passed = True
        with suppress(OSError):
            socket.socket.shutdown(self.socket, socket.SHUT_RDWR)


class Client:
    LONGEST_WAIT_S = 5  # A longer Retry-After is the caller's to wait for.

    def __init__(self, base_url, token_id, secret, scheme='signed', timeout_s=10.0, ca_file=None):
        self.base, self.token_id, self.secret, self.scheme = urlsplit(base_url), token_id, secret, scheme
        self.timeout_s, self.ca_file = timeout_s, ca_file

    # Signing

    def salt(self):
        return secrets.token_hex(32)

    def signature(self, body, salt):
        return hmac.new(self.secret.encode(), body + salt.encode(), 'sha256').hexdigest()

    def headers(self, request):
        headers = {'X-Token-API-Id': self.token_id, 'Accept': 'application/json, text/plain, plain/text'}
        if self.scheme == 'simple':
            headers['X-Token-API-Secret'] = self.secret
        else:
            salt = self.salt()
            headers |= {'X-HMAC-SHA256-Signature': self.signature(request.body, salt), 'X-Salt': salt}
        return headers | ({'Content-Type': 'application/json'} if request.method == 'POST' else {})

    # Writing requests

    def path_value(self, value):
        if not isinstance(value, str) or value == '':
            raise Failed('argument', 'a path value is missing')
        return quote(value, safe='') if value.strip('.') else value.replace('.', '%2E')

    def query_value(self, value):
        return quote(format(value, 'f') if isinstance(value, Decimal) else str(value), safe='')

    def query(self, query):
        pairs = [(name, part) for name, value in query.items() for part in (value if isinstance(value, list) else [value])]
        return '&'.join(f'{quote(name, safe="")}={self.query_value(value)}' for name, value in pairs if value is not None)

    def target(self, template, path, query):
        filled = re.sub(r'\{(\w+)\}', lambda match: self.path_value(path.get(match[1])), template)
        asked = self.query(query)
        return self.base.path + filled + (f'?{asked}' if asked else '')

    def encode(self, body):
        return to_json(body).encode()

    def may_repeat(self, method, body):
        """A POST is repeated only with the clientOrderId under which the service knows it again."""
        return method == 'GET' or bool((body or {}).get('clientOrderId'))

    def request(self, operation, path, query, body):
        method, template = OPERATIONS[operation].split(' ')
        text = b'' if method == 'GET' else self.encode(body or {})
        return Request(method, self.target(template, path, query), text, self.may_repeat(method, body))

    # Sending

    def tls(self):
        return ssl.create_default_context(cafile=self.ca_file)

    def connection(self):
        place = self.base.hostname, self.base.port
        if self.base.scheme == 'https':
            return http.client.HTTPSConnection(*place, timeout=self.timeout_s, context=self.tls())
        return http.client.HTTPConnection(*place, timeout=self.timeout_s)

    def transfer(self, connection, request):
        connection.request(request.method, request.target, request.body or None, self.headers(request))
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())

    def exchange(self, request):
        """One request and its answer. Redirects are answers like others: nothing is sent to another host."""
        connection, deadline = self.connection(), None
        try:
            connection.connect()
            deadline = Deadline(self.timeout_s, connection)
            deadline.start()
            answer = self.transfer(connection, request)
            if deadline.has_passed:
                raise TimeoutError
            return answer
        except (OSError, http.client.HTTPException) as error:
            is_late = isinstance(error, TimeoutError) or (deadline and deadline.has_passed)
            kind = 'timeout' if is_late else 'tls' if isinstance(error, ssl.SSLError) else 'network'
            raise Failed(kind, type(error).__name__) from None
        finally:
            if deadline:
                deadline.cancel()
            connection.close()

    def wait_s(self, headers):
        """Seconds to wait after a rate refusal, from either form of Retry-After; None: the caller decides."""
        text = (headers.get('Retry-After') or '').strip()
        try:
            seconds = int(text) if re.fullmatch('[0-9]+', text) else email.utils.parsedate_to_datetime(text).timestamp() - time.time()
        except (ValueError, TypeError, IndexError):
            return None
        return max(0, seconds) if seconds <= self.LONGEST_WAIT_S else None

    def send(self, request):
        for repeats_left in (2, 1, 0):
            answer = self.exchange(request)
            wait = self.wait_s(answer.headers) if answer.status == 429 and request.repeatable and repeats_left else None
            if wait is None:
                return answer
            time.sleep(wait)

    # Reading answers

    def read(self, operation, body):
        try:
            if operation in PLAIN_TEXT:
                return body.decode() or self.unreadable()
            return parse(body)
        except (ValueError, RecursionError):
            self.unreadable()

    def unreadable(self):
        raise Failed('unreadable', 'the answer is not what the interface says')

    def call(self, operation, path={}, query={}, body=None):
        answer = self.send(self.request(operation, path, query, body))
        if not 200 <= answer.status < 300:
            raise Refused(answer.status, answer.body)
        return self.read(operation, answer.body)

    def page(self, query):
        page = self.call('searchPayments', query=query)
        with suppress(KeyError, TypeError):
            if all(payment['id'] for payment in page['content']) and page['number'] >= 0:
                return page
        self.unreadable()

    def pages(self, query):
        """Pages to the end. The service says where it begins to count; each page says whether it is the last."""
        page = self.page(query)
        while True:
            yield page
            if page.get('last') or not page['content']:
                return
            before, page = page, self.page(query | {'page': int(page['number']) + 1})
            if page['number'] <= before['number']:
                self.unreadable()

    def all_payments(self, query):
        """Every payment once, even if new ones move others to a later page."""
        return list({payment['id']: payment for page in self.pages(query) for payment in page['content']}.values())
