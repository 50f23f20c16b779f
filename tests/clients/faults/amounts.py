"""Faults of amounts (CLI-04)."""
import json
from decimal import ROUND_HALF_EVEN, Context, Decimal
import webhooks as library
from payments import Client, number
from registry import client, function


def by_float(value):
    return Decimal(repr(float(value)))


def changed(body, change):
    """A body with its amounts changed, at any depth."""
    if isinstance(body, dict):
        return {name: change(part) if isinstance(part, Decimal) else changed(part, change) for name, part in body.items()}
    return body


@client('floats-in')
class _(Client):
    def read(self, operation, body):
        super().read(operation, body)
        return body.decode() if operation in ('createPayout', 'createExchange') else json.loads(body, parse_float=by_float, parse_int=number)


@client('floats-out')
class _(Client):
    def encode(self, body):
        return super().encode(changed(body, by_float))


@client('eight-decimals-out')
class _(Client):
    def encode(self, body):
        exact = Context(prec=100)
        return super().encode(changed(body, lambda amount: amount.quantize(Decimal('1e-8'), ROUND_HALF_EVEN, exact) if amount.as_tuple().exponent < -8 else amount))


@client('fixed-amount-by-float')
class _(Client):
    def encode(self, body):
        nested = {name: changed(part, by_float) for name, part in body.items() if isinstance(part, dict)}
        return super().encode(body | nested)


@client('fiat-in-cents')
class _(Client):
    def encode(self, body):
        is_fiat = body.get('currency') in ('USD', 'EUR', 'UAH', 'KZT', 'TRY', 'IDR')
        return super().encode(changed(body, lambda amount: Decimal(int(amount * 100)) / 100) if is_fiat else body)


@client('large-integers-by-float')
class _(Client):
    def read(self, operation, body):
        value = super().read(operation, body)
        return changed_anywhere(value, lambda one: Decimal(int(float(one))) if one == one.to_integral_value() and abs(one) > 2**53 else one)


def changed_anywhere(value, change):
    if isinstance(value, list):
        return [changed_anywhere(part, change) for part in value]
    if isinstance(value, dict):
        return {name: changed_anywhere(part, change) for name, part in value.items()}
    return change(value) if isinstance(value, Decimal) else value


@client('limits-by-float')
class _(Client):
    def read(self, operation, body):
        value = super().read(operation, body)
        return changed_anywhere(value, by_float) if operation == 'getDepositOptions' else value


@client('sign-lost')
class _(Client):
    def read(self, operation, body):
        return changed_anywhere(super().read(operation, body), lambda amount: amount.copy_abs())


@client('exponent-dropped')
class _(Client):
    def read(self, operation, body):
        value = super().read(operation, body)
        return value if isinstance(value, str) else json.loads(body, parse_float=lambda text: number(text.lower().split('e')[0]), parse_int=number)


@client('search-amount-by-float')
class _(Client):
    def query(self, query):
        amounts = query.get('amount', [])
        exact = [by_float(one) for one in (amounts if isinstance(amounts, list) else [amounts])]
        return super().query(query | ({'amount': exact} if exact else {}))


@client('rate-in-fifteen-digits')
class _(Client):
    def read(self, operation, body):
        value = super().read(operation, body)
        return changed_anywhere(value, Context(prec=15).create_decimal) if operation == 'getAcquiringRate' else value


@function('webhook-amounts-by-float', library)
def parse(body):
    return json.loads(body.decode(), parse_float=by_float, parse_int=number)
