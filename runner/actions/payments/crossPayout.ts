import type { Arbitrary } from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { orderBody } from '../../../generators/payloads/exchange.ts';
import { type BodyOrMissing, barePayout } from '../../../generators/payloads/payment.ts';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import { pageOf } from '../../../oracles/answers/searchPage.ts';
import type { CrossRound } from '../../../oracles/exchange/crossRound.ts';
import { isFinalStatus } from '../../../oracles/payments/lifecycle.ts';
import { decimal, type Exact } from '../../../schemas/json/exact.ts';
import type { PayoutBody } from '../../../schemas/requestTypes.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import type { TargetCredential } from '../../../traffic/target/credentials.ts';
import { create, read, withBody } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { TestAssertionLog } from '../../worker/testAssertionLog.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Draw } from '../inputs/draw.ts';
import { isOf, type Method, type Methods } from '../inputs/methods.ts';
import { learnSearchForm, newestPage, type SearchForm } from '../inputs/searchQueries.ts';
import { drawnItem } from '../inputs/turns.ts';
import { type CrossPayoutCandidate, crossPayoutCandidate, type Shortage } from './crossPayoutCandidate.ts';
import { type CrossForm, crossBodies, crossForms, leastOf, takenBy, toBuyBack } from './uncoveredPayout.ts';

/** An account, the form of its search, and a pay-out that its balance does not cover. */
interface Found {
  api: Api;
  ways: SearchForm;
  crossing: CrossPayoutCandidate;
  /** True if the body names its method by the id; the seed draws this. */
  isById: boolean;
  /** The form of the body that is tried first; the seed draws it. */
  begins: CrossForm;
  /** True if the target file says whether cross payout is enabled for the account. Without an entry, cross payout is assumed to be disabled. */
  isSaid: boolean;
}

/** The kind of account, how much of the pay-out is short, and how to generate a body for a method. */
interface Wanted {
  isEnabled: boolean;
  shortage: Shortage;
  /** The turn among the amounts of a shortage, from the one that the seed draws; 0 by default. */
  turn?: number;
  bodyOf(method: Method<'PAYOUT'>): Arbitrary<BodyOrMissing<PayoutBody>>;
}

/** Pay-outs that their balance does not cover (§ Payments, rule 2). */
export interface CrossPayouts {
  /** Prepares a pay-out on an account with cross payout, or without; stops the test if the target file names no such account. */
  of(wanted: Wanted): Promise<Found>;
  /** Sends the pay-out between two reads and waits until it has ended or the time is over: in one form, or in each until one is not refused. */
  cross(found: Found, form?: CrossForm): Promise<CrossRound>;
  /** Buys back what the balance lacks of its former figure, or the least exchange, with an exchange order, waits until that order has ended if the target shows it, and reads the orders again. */
  restore(found: Found, round: CrossRound): Promise<{ restored: string; round: CrossRound }>;
}

/** What cross payouts need. */
interface Parts {
  worker: Worker;
  api: Api;
  methods: Methods;
  draw: Draw;
  log: TestAssertionLog;
}

const has = (wanted: (payment: Exact) => boolean, page: Exchange | undefined): boolean =>
  (page && pageOf(page)?.items.some(wanted)) ?? false;

/** Returns the pay-out methods in coins for which the generated body has a destination address, each with this address. */
function coinPayouts({ methods, draw }: Parts, bodyOf: Wanted['bodyOf']) {
  const inCoins = methods
    .all()
    .filter(isOf('PAYOUT'))
    .filter((one) => one.methodKey === 'CRYPTOCOIN' && !one.hidesFee);
  return inCoins.flatMap((method) => {
    const { cryptoAddress } = draw(bodyOf(method)).body;
    return typeof cryptoAddress === 'string' ? [{ method, cryptoAddress }] : [];
  });
}

/** Returns an account that is enabled for cross payout, or one that is not, and whether the target file says so. */
export function accountForCross(
  credentials: readonly TargetCredential[],
  isEnabled: boolean,
): { account: TargetCredential | undefined; isSaid: boolean } {
  const usable = credentials.filter(
    ({ purpose, quota }) => quota === undefined && purpose !== 'revoked' && purpose !== 'otherEnvironment',
  );
  const said = usable.findLast(({ crossPayout }) => crossPayout === isEnabled);
  // Support must enable cross payout, so an account without an entry counts as disabled.
  const account = said ?? usable.findLast(({ crossPayout }) => (crossPayout ?? false) === isEnabled);
  return { account, isSaid: said !== undefined };
}

/**
 * Returns an account with this setting in the target file. Prefers an account other than the account under test, because other tests pay from the balances of
 * the account under test.
 */
function accountOf({ worker: { target }, api, log }: Parts, isEnabled: boolean): Pick<Found, 'api' | 'isSaid'> {
  const { account, isSaid } = accountForCross(target.credentials, isEnabled);
  const words = isEnabled ? 'is enabled' : 'is not enabled';
  const reason = `the target file names no account that ${words} for cross payout (credentials[].crossPayout)`;
  if (!account) return log.stop({ code: 'notApplicable', reason, exchanges: [] });
  // Cross payout may be enabled even for an account without an entry.
  if (target.facts.kind !== 'production' || (isSaid && !isEnabled)) return { api: api.as(account), isSaid };
  const money = 'it pays out a whole balance, which is real money at this target';
  return log.stop({ code: 'notApplicable', reason: money, exchanges: [] });
}

/**
 * Sends a pay-out of the least amount in the same currency, if the balance covers it, so that it is on its way when a later one is short: only what the balance lacks
 * must be bought. Returns its exchange; undefined if it was not sent.
 */
async function payOutBefore(api: Api, { method, cryptoAddress, payout }: CrossPayoutCandidate) {
  const least = leastOf(method);
  if (takenBy(method, least).times(2).gt(payout.balance)) return undefined;
  const route = { currency: payout.wanted, method: 'CRYPTOCOIN', blockchain: method.blockchain ?? '' };
  const amount = new LosslessNumber(least.toFixed());
  return await api.send(create.payout(barePayout({ ...route, amount, cryptoAddress })));
}

async function find(parts: Parts, { isEnabled, shortage, turn = 0, bodyOf }: Wanted): Promise<Found> {
  const { api, isSaid } = accountOf(parts, isEnabled);
  const seek = () => crossPayoutCandidate({ worker: parts.worker, api, shortage, turn }, coinPayouts(parts, bodyOf));
  const first = await seek();
  if ('fault' in first) return parts.log.stop(first.fault);
  const isSecond = isEnabled && drawnItem(parts.worker, `a pay-out before: ${shortage} ${turn}`, [true, true, false]);
  const earlier = isSecond ? await payOutBefore(api, first) : undefined;
  const second = earlier ? await seek() : first;
  if ('fault' in second) return parts.log.stop(second.fault);
  const isSame = second.payout.wanted === first.payout.wanted;
  // If the balance shows at once what the earlier one takes, it moves no more.
  const isTaken = isSame && decimal(first.payout.balance).minus(second.payout.balance).gte(leastOf(first.method));
  const crossing = {
    ...second,
    // What is bought back in the end is the balance before both.
    payout: { ...second.payout, ...(isSame && { balance: first.payout.balance }) },
    asked: { ...second.asked, ...(earlier && isTaken && { earlier: earlier.id }) },
  };
  const isById = drawnItem(parts.worker, `a cross payout by id: ${isEnabled} ${shortage}`, [true, false]);
  const begins = drawnItem(parts.worker, `the form of a cross payout: ${shortage} ${turn}`, crossForms);
  return { api, crossing, isById, begins, isSaid, ways: await learnSearchForm(api) };
}

type Bodies = readonly [Record<string, unknown>, ...Record<string, unknown>[]];

/** Sends one body after another until one is not refused; returns all exchanges. */
async function sentInTurn(api: Api, [first, ...others]: Bodies): Promise<[Exchange, ...Exchange[]]> {
  const plan = create.payout(first as PayoutBody);
  const sent: [Exchange, ...Exchange[]] = [await api.send(plan)];
  for (const body of others) if (sent.at(-1)?.class === 'refused') sent.push(await api.send(withBody(plan, body)));
  return sent;
}

/**
 * Returns the bodies to try. The rule does not depend on how a body names its method, so a refused id is followed by the same body with the names. A target need
 * not take the forms that name an asset, so a refused one is followed by the other forms.
 */
function bodiesOf({ crossing, isById, begins }: Found, form: CrossForm | undefined): Bodies {
  const { payout, method, cryptoAddress } = crossing;
  const destination = { cryptoAddress, blockchain: method.blockchain ?? '' };
  const byName = crossBodies(payout, destination);
  const [inTable, ...others] = byName;
  const first = isById ? crossBodies(payout, { ...destination, paymentMethodId: method.id })[0] : inTable;
  const bodyIn = (one: CrossForm) => [first, ...others][crossForms.indexOf(one)] ?? first;
  if (form) return [bodyIn(form)];
  const begun = bodyIn(begins);
  return [begun, ...byName.filter((one) => one !== begun)];
}

async function look({ api, ways, crossing }: Found): Promise<CrossRound['before']> {
  const { wanted, from } = crossing.payout;
  return {
    wanted: (await newestPage(api, ways, { currency: wanted })).id,
    from: (await newestPage(api, ways, { currency: from })).id,
    orders: (await newestPage(api, ways, { orderType: 'EXCHANGE' })).id,
    balances: (await api.send(read.balances())).id,
    rates: (await api.send(read.exchangeRates())).id,
  };
}

/** Searches until a page shows a matching payment or the time is over; returns the last page. */
async function pageWith(
  { api, ways }: Found,
  { query, wanted, forMs }: { query: Record<string, string>; wanted: (payment: Exact) => boolean; forMs: number },
): Promise<Exchange | undefined> {
  let last: Exchange | undefined;
  const search = async () => {
    last = await newestPage(api, ways, query);
  };
  await api.until(search, () => has(wanted, last), forMs);
  return last;
}

/** Returns the cross payouts of one requirement. */
export function crossPayoutsOf(parts: Parts): CrossPayouts {
  const { deadlines } = parts.worker.target;
  return {
    of: (wanted) => find(parts, wanted),
    cross: async (found, form) => {
      const { payout } = found.crossing;
      const before = await look(found);
      const [first, ...others] = await sentInTurn(found.api, bodiesOf(found, form));
      const created = others.at(-1) ?? first;
      const isFirstById = found.isById && found.begins === crossForms[0];
      if (isFirstById && others.length === 1) parts.log.assert('crossedById', { byId: first.id, byNames: created.id });
      const key = created.line.request.clientOrderId;
      const wanted = (one: Exact) =>
        textField(one, 'clientOrderId') === key && isFinalStatus(textField(one, 'status') ?? '');
      const forMs = created.class === 'refused' ? 0 : deadlines.finalMs;
      await pageWith(found, { query: { currency: payout.wanted }, wanted, forMs });
      return { before, created: created.id, after: await look(found) };
    },
    restore: async (found, round) => {
      const { payout } = found.crossing;
      const left = balanceIn(await found.api.send(read.balances()), payout.wanted);
      const { symbolPair } = payout;
      const amount = new LosslessNumber(toBuyBack(payout, left));
      const restored = await found.api.send(create.exchange(orderBody({ symbolPair, side: 'BUY', amount })));
      const isOwn = (one: Exact) => textField(one, 'orderId') === restored.text.trim();
      const query = { orderType: 'EXCHANGE' };
      const shown = await pageWith(found, { query, wanted: isOwn, forMs: deadlines.visibleMs });
      // An order that is still in progress would move the balances in the middle of the next cross payout.
      const isOver = (one: Exact) => isOwn(one) && isFinalStatus(textField(one, 'status') ?? '');
      const page = has(isOwn, shown)
        ? await pageWith(found, { query, wanted: isOver, forMs: deadlines.finalMs })
        : shown;
      return {
        restored: restored.id,
        round: { ...round, after: { ...round.after, orders: page?.id ?? round.after.orders } },
      };
    },
  };
}
