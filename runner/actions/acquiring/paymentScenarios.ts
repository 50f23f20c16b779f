import { finalStatuses } from '../../../oracles/acquiring/lifecycle/statusHistory.ts';
import { notInTime } from '../../../oracles/core/deadline.ts';
import { type Decimal, decimal, type Exact, isExactNumber } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { ReadBack } from '../../../traffic/journal/journalTypes.ts';
import { field, textField } from '../../../traffic/journal/runRecord.ts';
import type { Deadlines } from '../../../traffic/target/file/readTargetFile.ts';
import { expired, lookAround, nsPerMs, placeOf, type ScenarioRun, untilLastMoment } from './checkoutEnd.ts';
import { belowMinimum, type Transfers, transfersOf } from './transfers.ts';

/** What happens to a checkout or a request. */
export type PaymentScenario =
  | 'paid exactly'
  | 'overpaid'
  | 'underpaid'
  | 'underpaid by a unit'
  | 'paid twice'
  | 'paid in halves'
  | 'paid in another currency'
  | 'paid on another blockchain'
  | 'paid below the minimum'
  | 'paid freely'
  | 'paid the least'
  | 'paid late'
  | 'paid as it ends'
  | 'chosen and left'
  | 'left alone';

/** The result of a scenario: what was paid, in words, and the largest transfer if no single transfer was enough. */
export interface ScenarioResult {
  paid: string;
  most?: string;
}

/** A payable request: its address, the amount that it requests, and amounts to pay. */
interface Open {
  address: string;
  asks(): Decimal;
  transfers(): Transfers;
}

/** After a payment that should change nothing, reads continue for at least this long, ms. */
const leastLookMs = 2_000;

/** The number of reads during that time. */
const looksOn = 4;

const endBy = (of: ReadBack, { finalMs }: Deadlines) => ({ statuses: finalStatuses[of], deadlineMs: finalMs });

function openOf(request: Exact | undefined, scenario: ScenarioRun, shown: Exchange): Open {
  const [name, exchanges] = [scenario.kind === 'checkout' ? ('visibleMs' as const) : undefined, [shown.id]];
  const lack = (what: string) =>
    scenario.log.stop(notInTime(scenario.record, name, { wanted: `${what} of a request, to pay it`, exchanges }));
  const asks = () => {
    const amount = field(request, 'payAmount');
    return isExactNumber(amount) && decimal(amount).gt(0) ? decimal(amount) : lack('the payAmount');
  };
  const address = textField(request, 'address') ?? lack('the address');
  return { address, asks, transfers: () => transfersOf(asks(), scenario.turn, scenario.excess) };
}

/** Returns the request to pay. This is the created request, or the request that appears when an asset is chosen on the checkout page. */
async function opened(scenario: ScenarioRun): Promise<Open> {
  const { api, kind, control, readBacks, deadlines, asset, created } = scenario;
  let last = await readBacks.read(kind, placeOf(scenario));
  if (kind === 'request') return openOf(created.json, scenario, created);
  await control.choose(placeOf(scenario).id, { asset });
  const again = async () => {
    last = await readBacks.read(kind, placeOf(scenario));
  };
  const isShown = () => textField(field(last.json, 'request'), 'address') !== undefined;
  await api.until(again, isShown, deadlines.visibleMs);
  // What its checkout shows of it, the request shows by itself, too.
  const id = textField(field(last.json, 'request'), 'id');
  if (id !== undefined && readBacks.has('request')) await readBacks.read('request', { project: scenario.project, id });
  return openOf(field(last.json, 'request'), scenario, last);
}

/** Reads until the checkout and its request have both ended, or the deadline has passed. */
async function ended(scenario: ScenarioRun): Promise<void> {
  const { kind, readBacks, deadlines, project } = scenario;
  const last = await readBacks.until(kind, placeOf(scenario), endBy(kind, deadlines));
  const id = textField(field(last.json, 'request'), 'id');
  if (kind === 'request' || id === undefined || !readBacks.has('request')) return;
  const place = { project, id };
  // A target may not serve the request of a checkout at this path.
  if ((await readBacks.read('request', place)).class === 'accepted')
    await readBacks.until('request', place, endBy('request', deadlines));
}

/** Reads a few more times when nothing more should change. The reads last at least twice as long as the last change took. */
async function lookOn(scenario: ScenarioRun, sinceNs: bigint): Promise<void> {
  const took = Number((process.hrtime.bigint() - sinceNs) / nsPerMs);
  const stepMs = Math.max(leastLookMs, 2 * took) / looksOn;
  for (let look = 0; look < looksOn; look += 1) {
    await scenario.api.pause(stepMs);
    await ended({ ...scenario, deadlines: { ...scenario.deadlines, finalMs: 0 } });
  }
}

type Step = (scenario: ScenarioRun) => Promise<ScenarioResult>;

/** Pays the amounts one after another and runs `between` before the last one. */
async function pay(
  { control, asset }: ScenarioRun,
  { address, amounts, between }: { address: string; amounts: readonly string[]; between?: () => Promise<void> },
): Promise<void> {
  for (const [index, amount] of amounts.entries()) {
    if (index > 0 && index === amounts.length - 1) await between?.();
    await control.pay({ asset, address, amount });
  }
}

/** Pays one amount, derived from the requested amount, in the requested asset or in another one. */
const once =
  (
    amountOf: (transfers: Transfers) => string,
    assetOf: (scenario: ScenarioRun) => string | undefined = () => undefined,
  ): Step =>
  async (scenario) => {
    const { address, asks, transfers } = await opened(scenario);
    const [amount, asset = scenario.asset] = [amountOf(transfers()), assetOf(scenario)];
    await pay({ ...scenario, asset }, { address, amounts: [amount] });
    await ended(scenario);
    return { paid: `${amount} of ${asks().toFixed()}${asset === scenario.asset ? '' : `, in ${asset}`}` };
  };

const belowLeast: Step = async (scenario) => {
  const { address } = await opened(scenario);
  const amount = belowMinimum(scenario.minLimit);
  const since = process.hrtime.bigint();
  await pay(scenario, { address, amounts: [amount] });
  // The interface does not say whether a request with a payment below the minimum ever ends.
  await lookOn(scenario, since);
  return { paid: `${amount}, the least being ${scenario.minLimit.toFixed()}` };
};

/** Pays all that is due once more at once, while the first transfer is being confirmed, and again after the end. */
const again: Step = async (scenario) => {
  const { address, transfers } = await opened(scenario);
  const { exact } = transfers();
  const since = process.hrtime.bigint();
  await pay(scenario, { address, amounts: [exact, exact, exact], between: () => ended(scenario) });
  await lookOn(scenario, since);
  return { paid: `${exact} twice, and once more after its end` };
};

/** Pays in transfers that are each too small: two halves at once, and one more after the first had its effect. */
const inHalves: Step = async (scenario) => {
  const { address, transfers } = await opened(scenario);
  const [half, other] = transfers().halves;
  const since = process.hrtime.bigint();
  await pay(scenario, { address, amounts: [half, other, other], between: () => ended(scenario) });
  await ended(scenario);
  await lookOn(scenario, since);
  return { paid: `${half} and ${other}, and later ${other}`, most: other };
};

const late: Step = async (scenario) => {
  const { address, transfers } = await opened(scenario);
  const { exact } = transfers();
  await expired(scenario);
  const since = process.hrtime.bigint();
  await pay(scenario, { address, amounts: [exact] });
  await lookOn(scenario, since);
  return { paid: `${exact} too late` };
};

/** So many times the least is paid where the end user chooses the amount: the balance then shows it beside what else moves. */
const freely = decimal('2345.67');

/** Pays an amount by the least that the asset takes, to a record whose end user chooses what to pay. */
const ofChosenAmount =
  (amountOf: (least: Decimal) => Decimal): Step =>
  async (scenario) => {
    const { address } = await opened(scenario);
    const amount = amountOf(scenario.minLimit).toFixed();
    await pay(scenario, { address, amounts: [amount] });
    await ended(scenario);
    return { paid: amount };
  };

const asItEnds: Step = async (scenario) => {
  const { address, transfers } = await opened(scenario);
  const { exact } = transfers();
  await untilLastMoment(scenario);
  const since = process.hrtime.bigint();
  await pay(scenario, { address, amounts: [exact] });
  await lookAround(scenario);
  await lookOn(scenario, since);
  return { paid: `${exact} as it ended` };
};

/** The steps of each scenario. */
export const scenarioSteps: Readonly<Record<PaymentScenario, Step>> = {
  'paid exactly': once(({ exact }) => exact),
  overpaid: once(({ over }) => over),
  underpaid: once(({ under }) => under),
  'underpaid by a unit': once(({ underByUnit }) => underByUnit),
  'paid twice': again,
  'paid in halves': inHalves,
  'paid in another currency': once(
    ({ exact }) => exact,
    ({ other }) => other,
  ),
  'paid on another blockchain': once(
    ({ exact }) => exact,
    ({ twin }) => twin,
  ),
  'paid below the minimum': belowLeast,
  'paid freely': ofChosenAmount((least) => least.times(freely).toDecimalPlaces(2)),
  'paid the least': ofChosenAmount((least) => least),
  'paid late': late,
  'paid as it ends': asItEnds,
  'chosen and left': async (scenario) => {
    await opened(scenario);
    await scenario.control.chooseAgain(placeOf(scenario).id, { asset: scenario.other ?? scenario.asset });
    await scenario.readBacks.read('checkout', placeOf(scenario));
    return { paid: 'nothing' };
  },
  'left alone': async (scenario) => {
    await expired(scenario);
    return { paid: 'nothing' };
  },
};

/** True for a scenario that needs the control API. */
export const needsControl = (scenario: PaymentScenario): boolean => scenario !== 'left alone';
