import { partOf } from '../../../../generators/amounts.ts';
import { tellingAmounts } from '../../../../generators/fees.ts';
import { type Method, methodName } from '../../../../harness/methods.ts';
import type { Fate } from '../../../../harness/oracles/money.ts';
import { type Plan, read } from '../../../../harness/plan.ts';
import { feesOf } from '../../../../harness/shortPayout.ts';
import { paymentLifecycle } from '../../../../schemas/lifecycles.ts';
import type { CaseClaim, FuzzCase } from '../../../case.ts';
import type { Known } from '../../known.ts';
import type { Move } from '../../move.ts';
import { claimOf, stepOf } from '../../steps.ts';
import { valid } from '../../tabled.ts';
import { cellOf } from './bodies.ts';
import { newestIn } from './looks.ts';
import { made, readBack, restingMethods, restingPlan, settle } from './settling.ts';
import { soundClaim } from './sound.ts';
import { Steps, type Variant, varied } from './variant.ts';

const directions = ['PAYIN', 'PAYOUT'] as const;

/** What is done with payments that rest: with those of which methods, in which ways, and the case of it. */
interface Doing {
  ways: readonly string[];
  isFor?(method: Method, way: string): boolean;
  draw(method: Method, way: string, plan: Plan): FuzzCase;
}

/** Each method whose payments rest, in each of several ways. */
function eachResting(known: Known, { ways, isFor = () => true, draw }: Doing): Variant[] {
  const methods = directions.flatMap((direction) => restingMethods(known, direction));
  return ways.flatMap((way) =>
    methods
      .filter((method) => isFor(method, way))
      .map(
        (method): Variant => ({
          cell: cellOf(method, way),
          draw: (chance) => {
            const plan = restingPlan(known, method, chance);
            return plan && draw(method, way, plan);
          },
        }),
      ),
  );
}

const isPayout = ({ orderType }: Method) => orderType === 'PAYOUT';

const amountIn = ({ body }: Plan) => String(body?.['amount'] ?? '');

/** Moves through several statuses, each read back; the last is where it is to be found at the end. */
function moved(method: Method, through: readonly string[], plan: Plan): FuzzCase {
  const steps = new Steps();
  const payment = made(steps, plan, 'p');
  const processed = through.includes('PARTIAL_SUCCESS') ? partOf(amountIn(plan), method) : undefined;
  const reads: string[] = [];
  for (const status of through) {
    const part = status === 'PARTIAL_SUCCESS' ? { processedAmount: processed?.processed ?? '' } : {};
    settle(steps, payment, { status, ...part });
    reads.push(readBack(steps, payment));
  }
  const last = through.at(-1) ?? '';
  const partial: CaseClaim[] =
    processed && last === 'PARTIAL_SUCCESS'
      ? [claimOf('PAY-13', 'paidInPart', { exchange: reads.at(-1) ?? '', ...processed })]
      : [];
  const thawed: CaseClaim[] =
    through.at(-2) === 'FROZEN'
      ? [claimOf('PAY-18', 'leavesFrozen', { frozen: reads.at(-2) ?? '', after: reads.at(-1) ?? '', status: last })]
      : [];
  const label = valid(`${methodName(method)} through ${through.join(', ')}`);
  return { steps: steps.all, label, claims: [soundClaim(method, '#1', methodName(method)), ...partial, ...thawed] };
}

const finals: readonly string[] = paymentLifecycle.final;

/** The ways through the statuses of a payment (§ States and transitions, Payment). */
const routes: readonly (readonly string[])[] = [
  ...finals.map((status) => [status]),
  ['FROZEN'],
  ...['SUCCESS', 'FAILED', 'CANCELLED', 'PENDING'].map((status) => ['FROZEN', status]),
  ['PENDING', 'SUCCESS'],
  ['FROZEN', 'PENDING', 'FROZEN', 'SUCCESS'],
];

const throughStatuses = varied({
  name: 'payment moved through statuses',
  evidences: ['PIN-01', 'OUT-01', 'PAY-13', 'PAY-18'],
  posts: 1,
  isMisuse: false,
  variants: (known) =>
    eachResting(known, {
      ways: routes.map((route) => route.join(' ')),
      draw: (method, way, plan) => moved(method, way.split(' '), plan),
    }),
});

/** A pay-out made in part, between reads of its balance (PAY-13). */
function madeInPart(method: Method, plan: Plan): FuzzCase {
  const { currency } = method;
  const part = partOf(amountIn(plan), method);
  const steps = new Steps();
  const prior = steps.add(stepOf(read.balances()));
  const payment = made(steps, plan, 'p');
  const before = steps.add(stepOf(read.balances()));
  const early = steps.add(stepOf(newestIn(currency)));
  settle(steps, payment, { status: 'PARTIAL_SUCCESS', processedAmount: part.processed });
  const after = steps.add(stepOf(read.balances()));
  const late = steps.add(stepOf(newestIn(currency)));
  const seen = readBack(steps, payment);
  const args = { prior, before, after, payment: payment.id, early, late, currency, ...part };
  const claims = [
    claimOf('PAY-13', 'paidInPart', { exchange: seen, ...part }),
    claimOf('PAY-13', 'restReturned', args),
  ];
  return { steps: steps.all, label: valid(`${methodName(method)} made in part`), claims };
}

const inPart = varied({
  name: 'pay-out made in part returns the rest',
  evidences: ['PAY-13'],
  posts: 1,
  isMisuse: false,
  variants: (known) =>
    eachResting(known, {
      ways: ['in part'],
      isFor: isPayout,
      draw: (method, _, plan) => madeInPart(method, plan),
    }),
});

/** So many rounds convict; one proves nothing, since others may use the account. */
const rounds = 2;

/** Pay-outs that fail, each between reads of the balances (OUT-09). */
function failing(method: Method, plan: Plan): FuzzCase {
  const steps = new Steps();
  const all = Array.from({ length: rounds }, (_, nth) => {
    const before = steps.add(stepOf(read.balances()));
    const payment = made(steps, plan, `p${nth}`);
    settle(steps, payment, { status: 'FAILED', reason: 'declined' });
    readBack(steps, payment);
    return { before, created: payment.created, after: steps.add(stepOf(read.balances())) };
  });
  const args = { rounds: all, currency: method.currency, amount: amountIn(plan), fees: feesOf(method) };
  const claims = [claimOf('OUT-09', 'returnsAmount', args)];
  return { steps: steps.all, label: valid(`${methodName(method)} that fails`), claims };
}

const returned = varied({
  name: 'failed pay-out returns its amount',
  evidences: ['OUT-09'],
  posts: rounds,
  isMisuse: false,
  variants: (known) =>
    eachResting(known, { ways: ['failing'], isFor: isPayout, draw: (method, _, plan) => failing(method, plan) }),
});

/** What is to become of orders, and the status that they are moved to; none where they rest. */
const fates: Readonly<Record<Fate, { orderType: Method['orderType']; status?: string }>> = {
  held: { orderType: 'PAYOUT' },
  'paid out': { orderType: 'PAYOUT', status: 'SUCCESS' },
  failed: { orderType: 'PAYOUT', status: 'FAILED' },
  'paid in': { orderType: 'PAYIN', status: 'SUCCESS' },
};

/** Orders of one fate, each by itself between looks at what it moves (BAL-02). */
function movingMoney(method: Method, fate: Fate, plan: Plan): FuzzCase {
  const { status } = fates[fate];
  const { currency } = method;
  const steps = new Steps();
  const all = tellingAmounts(method, amountIn(plan)).map((amount, nth) => {
    const before = steps.add(stepOf(newestIn(currency)));
    const from = steps.add(stepOf(read.balances()));
    const payment = made(steps, { ...plan, body: { ...plan.body, amount } }, `p${nth}`);
    if (status !== undefined) settle(steps, payment, { status });
    const after = steps.add(stepOf(newestIn(currency)));
    return { before, from, created: payment.created, to: steps.add(stepOf(read.balances())), after };
  });
  const args = { fate, currency, fees: feesOf(method), rounds: all };
  const claims = [claimOf('BAL-02', 'moneyMoves', args), claimOf('BAL-02', 'feesFit', args)];
  return { steps: steps.all, label: valid(`${methodName(method)} that is ${fate}`), claims };
}

const money = varied({
  name: 'balance around orders of one fate',
  evidences: ['BAL-02'],
  posts: rounds,
  isMisuse: false,
  variants: (known) =>
    eachResting(known, {
      ways: Object.keys(fates),
      // What the chain charges beside the fee of the list is not told.
      isFor: ({ orderType, hasNetworkFee }, way) => orderType === fates[way as Fate].orderType && !hasNetworkFee,
      draw: (method, way, plan) => movingMoney(method, way as Fate, plan),
    }),
});

const testnets = /ETH|BSC|BNB|BINANCE|POLYGON|AMOY|ARBITRUM|OPTIMISM|BASE/i;

/** A pay-in on an EVM testnet that is paid (SBX-07). */
function paidOnTestnet(method: Method, plan: Plan): FuzzCase {
  const steps = new Steps();
  const payment = made(steps, plan, 'p');
  settle(steps, payment, { status: 'SUCCESS' });
  readBack(steps, payment);
  const claims = [
    claimOf('SBX-07', 'accepted', { exchange: payment.created, what: `a pay-in of ${methodName(method)}` }),
    claimOf('SBX-07', 'reaches', { created: payment.created, status: 'SUCCESS' }),
  ];
  return { steps: steps.all, label: valid(`${methodName(method)} that is paid`), claims };
}

const onTestnet = varied({
  name: 'pay-in on a testnet',
  evidences: ['SBX-07'],
  posts: 1,
  isMisuse: false,
  variants: (known) =>
    eachResting(known, {
      ways: ['paid'],
      isFor: (method) =>
        !isPayout(method) && method.methodKey === 'CRYPTOCOIN' && testnets.test(method.blockchain ?? ''),
      draw: (method, _, plan) => paidOnTestnet(method, plan),
    }),
});

/** Payments that the levers of a target move. */
export const lifeMoves: readonly Move[] = [throughStatuses, inPart, returned, money, onTestnet];
