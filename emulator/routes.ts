import type { Endpoint } from './context.ts';
import { createBundle } from './endpoints/bundles.ts';
import { createCheckout, getCheckout } from './endpoints/checkouts.ts';
import { getDepositOptions } from './endpoints/deposit.ts';
import { createExchange, getLimit, getRate, listLimits, listRates } from './endpoints/exchange.ts';
import { listMethods } from './endpoints/methods.ts';
import { createPayin } from './endpoints/payin.ts';
import { getPayment, listPayments } from './endpoints/payments.ts';
import { createPayout } from './endpoints/payout.ts';
import { getAcquiringRate } from './endpoints/rates.ts';
import { createRequest, getRequest } from './endpoints/requests.ts';
import { searchPayments } from './endpoints/search.ts';
import { listBalances } from './endpoints/wallet.ts';
import type { Operation } from './operations.ts';

/** One operation: its HTTP method, its path with `*` for a parameter, what answers it. */
export interface Route {
  readonly operation: Operation;
  readonly verb: 'GET' | 'POST';
  readonly segments: readonly string[];
  readonly endpoint: Endpoint;
}

/** A route that a path leads to, with the values of its parameters. */
export interface Arrival {
  readonly route: Route;
  readonly parameters: readonly string[];
}

const ACQUIRING = '/v1/user/crypto-acquiring';

const TABLE: readonly (readonly ['GET' | 'POST', string, Operation, Endpoint])[] = [
  ['GET', '/v1/user/methods', 'listMethods', listMethods],
  ['GET', '/v1/user/payments', 'listPayments', listPayments],
  ['GET', '/v2/user/payments/search', 'searchPayments', searchPayments],
  ['POST', '/v1/user/payments/payin', 'createPayin', createPayin],
  ['POST', '/v1/user/payments/payout', 'createPayout', createPayout],
  ['GET', '/v1/user/payments/*', 'getPayment', getPayment],
  ['GET', '/v1/user/exchange/limits', 'listLimits', listLimits],
  ['GET', '/v1/user/exchange/limits/*', 'getLimit', getLimit],
  ['GET', '/v1/user/exchange/rates', 'listRates', listRates],
  ['GET', '/v1/user/exchange/rates/*', 'getRate', getRate],
  ['POST', '/v1/user/exchange', 'createExchange', createExchange],
  ['GET', '/v1/user/wallet/balances', 'listBalances', listBalances],
  ['POST', `${ACQUIRING}/*/checkouts`, 'createCheckout', createCheckout],
  ['GET', `${ACQUIRING}/*/checkouts/*`, 'getCheckout', getCheckout],
  ['GET', `${ACQUIRING}/*/deposit-options`, 'getDepositOptions', getDepositOptions],
  ['POST', `${ACQUIRING}/*/requests`, 'createRequest', createRequest],
  ['GET', `${ACQUIRING}/*/requests/*`, 'getRequest', getRequest],
  ['POST', `${ACQUIRING}/*/static/bundles`, 'createBundle', createBundle],
  ['GET', `${ACQUIRING}/rates/*/*`, 'getAcquiringRate', getAcquiringRate],
];

/** The operations of § Endpoints and the two read-backs; where two paths fit, the more literal one comes first. */
export const ROUTES: readonly Route[] = TABLE.map(([verb, path, operation, endpoint]) => ({
  operation,
  verb,
  segments: path.split('/').slice(1),
  endpoint,
}));

/** The routes whose path fits, whatever their HTTP method. */
export const arrivals = (segments: readonly string[]): Arrival[] =>
  ROUTES.filter(
    (route) =>
      route.segments.length === segments.length &&
      route.segments.every((wanted, place) => (wanted === '*' ? segments[place] !== '' : wanted === segments[place])),
  ).map((route) => ({ route, parameters: segments.filter((_, place) => route.segments[place] === '*') }));
