import fc from 'fast-check';
import { money } from '../../../emulator/domain/money.ts';
import { OWN_PATHS } from '../../../emulator/domain/ownPaths.ts';
import { STATUSES } from '../../../emulator/domain/payment.ts';
import { type ListedMethod, minimalBody, pathFor } from './sampleOrders.ts';

/** A request of a stress test: to the interface, or with `control` to the test control API. */
export interface StressRequest {
  /** The path; `{pick}` stands for one of the payments known by then, chosen by the number `pick`. */
  readonly path: string;
  readonly body?: string;
  readonly pick?: number;
  readonly control?: boolean;
}

const post = (path: string, body: unknown): StressRequest => ({ path, body: JSON.stringify(body) });

const chosen = (methods: readonly ListedMethod[]) =>
  fc.record({ method: fc.constantFrom(...methods), times: fc.integer({ min: 1, max: 200 }), less: fc.nat(9) });

const orderOf = (method: ListedMethod, times: number, less: number) => ({
  ...minimalBody(method),
  amount: money(method.minLimit).times(times).minus(less).toFixed(),
});

const validOrders = (methods: readonly ListedMethod[]): fc.Arbitrary<StressRequest> =>
  chosen(methods).map(({ method, times, less }) => post(pathFor(method), orderOf(method, times, less)));

const anything = fc.oneof(fc.string({ maxLength: 20 }), fc.double(), fc.constant(null), fc.jsonValue({ maxDepth: 2 }));
const fields = ['amount', 'currency', 'method', 'cardNumber', 'comment', 'clientOrderId', 'paymentMethodId'];

const broken = (methods: readonly ListedMethod[]): fc.Arbitrary<StressRequest> =>
  fc
    .tuple(chosen(methods), fc.constantFrom(...fields), anything)
    .map(([{ method, times, less }, field, value]) =>
      post(pathFor(method), { ...orderOf(method, times, less), [field]: value }),
    );

const cross = fc.integer({ min: 1, max: 60_000 }).map((amount) =>
  post('/v1/user/payments/payout', {
    amount: String(amount),
    asset: 'TRX',
    crossPayoutAsset: 'USDT',
    cryptoAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  }),
);

const exchange = fc
  .record({
    symbolPair: fc.constantFrom('BTCUSDT', 'TRXUSDT', 'USDTEUR', 'USDTIDR', 'ETHUSDT'),
    side: fc.constantFrom('BUY', 'SELL', 'HOLD'),
    amount: fc.integer({ min: 1, max: 9_000_000 }).map((units) => units / 1000),
  })
  .map((body) => post('/v1/user/exchange', body));

const search = fc
  .record({ page: fc.integer({ min: -1, max: 9 }), size: fc.integer({ min: 0, max: 60 }) })
  .map(({ page, size }) => ({ path: `/v2/user/payments/search?page=${page}&size=${size}&sort=amount,desc` }));

const h2h = fc
  .integer({ min: 1, max: 40_000 })
  .map((amount) => post(OWN_PATHS.h2hPayin, { amount, currency: 'UAH', method: 'CC_VISAMC' }));

const settle = fc
  .record({ pick: fc.nat(), status: fc.constantFrom(...STATUSES), part: fc.integer({ min: 1, max: 999 }) })
  .map(({ pick, status, part }) => {
    const processed = status === 'PARTIAL_SUCCESS' ? { processedAmount: part / 1000 } : {};
    return { ...post('/~control/payments/{pick}/settle', { status, ...processed }), pick, control: true };
  });

const read = fc
  .record({ pick: fc.nat(), path: fc.constantFrom('/v1/user/wallet/balances', '/v1/user/payments/{pick}') })
  .map((asked): StressRequest => asked);

const clock = fc
  .integer({ min: 0, max: 5000 })
  .map((advanceMs) => ({ ...post('/~control/clock', { advanceMs }), control: true }));

/** Requests of every kind: valid orders, orders with a field replaced by anything, settlements, searches, clock moves. */
export const stressRequests = (methods: readonly ListedMethod[]): fc.Arbitrary<StressRequest> =>
  fc.oneof(
    { arbitrary: validOrders(methods), weight: 14 },
    { arbitrary: broken(methods), weight: 8 },
    ...[cross, exchange, h2h, settle, read].map((arbitrary) => ({ arbitrary, weight: 4 })),
    ...[search, clock].map((arbitrary) => ({ arbitrary, weight: 1 })),
  );
