import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { finalStatuses } from '../../../oracles/acquiring/lifecycle/statusHistory.ts';
import { instantSpan, targetTimeAt } from '../../../oracles/core/targetTime.ts';
import { isObject } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { ReadBack } from '../../../traffic/journal/journalTypes.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Deadlines } from '../../../traffic/target/file/readTargetFile.ts';
import type { Api } from '../../worker/api.ts';
import type { ControlActions } from '../../worker/controlActions.ts';
import type { PayableAsset } from './payableAsset.ts';
import type { ReadBacks } from './readBack.ts';
import type { Excess } from './transfers.ts';

/** A newly created checkout or request, and the tools that a scenario needs. */
export interface ScenarioRun extends PayableAsset {
  kind: ReadBack;
  created: Exchange;
  /** The turn of the record, which chooses how much more or less than the price is paid. */
  turn?: number;
  /** How much more than the price an overpayment is. */
  excess?: Excess;
  record: RunRecord;
  api: Api;
  control: ControlActions;
  readBacks: ReadBacks;
  deadlines: Deadlines;
  log: AssertionLog;
}

/** The number of reads of a checkout before it expires, if its clock is not moved meanwhile, and the shortest pause between two reads, ms. */
const [looksBefore, eveMs] = [8, 300];

/** Returns where the record of a scenario is read. */
export const placeOf = ({ project, created }: ScenarioRun) => ({ project, id: textField(created.json, 'id') ?? '' });

/** Nanoseconds in a millisecond. */
export const nsPerMs = 1_000_000n;

/** The longest time that a checkout may have left if it should expire soon, ms. If it has more time left, the records of the target do not share one clock. */
const mostLeftMs = 600_000;

/** Returns the time that a checkout has left, ms, in the target's time when the last answer arrived. */
function leftMs({ record, created }: ScenarioRun, last: Exchange): number {
  const made = { exchange: created, where: '', value: isObject(created.json) ? created.json : {} };
  const [end, now] = [instantSpan(made, 'expiresAt'), targetTimeAt(record, made, last)];
  return end && now ? Number((end.most - now.least) / nsPerMs) : 0;
}

/** Reads a checkout; returns the read, and the time that the checkout has left, ms. */
async function timeLeft(scenario: ScenarioRun): Promise<[Exchange, number]> {
  const { created, log, readBacks } = scenario;
  const last = await readBacks.read('checkout', placeOf(scenario));
  const left = leftMs(scenario, last);
  const wanted = 'a checkout that expires at the requested time after its own createdAt';
  if (left > mostLeftMs) log.stop({ code: 'noEvidence', wanted, exchanges: [created.id] });
  return [last, left];
}

/**
 * Waits until a checkout expires in the target's time, even if that clock is moved meanwhile, with some reads on the way. Then reads until the status is final.
 */
export async function expired(scenario: ScenarioRun): Promise<void> {
  const { api, readBacks, deadlines } = scenario;
  let [last, left] = await timeLeft(scenario);
  const stepMs = Math.max(eveMs, left / looksBefore);
  while (left > 0 && !finalStatuses.checkout.includes(textField(last.json, 'status') ?? '')) {
    await api.pause(Math.min(left, stepMs));
    [last, left] = await timeLeft(scenario);
  }
  await readBacks.until('checkout', placeOf(scenario), {
    statuses: finalStatuses.checkout,
    deadlineMs: deadlines.finalMs,
  });
}

/** A payment at the end is sent so long before it, ms: it is then seen before the end by a target that looks often, and confirmed after it by most. */
const lastMomentMs = 200;

/** So many reads of a checkout surround its end, one after each pause, ms. */
const [looksAround, aroundMs] = [10, 25];

/** Reads a checkout as it ends, often enough to see what was detected before. */
export async function lookAround(scenario: ScenarioRun): Promise<void> {
  for (let look = 0; look < looksAround; look += 1) {
    await scenario.api.pause(aroundMs);
    await timeLeft(scenario);
  }
}

/** Waits until a checkout has only a moment left in the target's time, with some reads on the way. */
export async function untilLastMoment(scenario: ScenarioRun): Promise<void> {
  let [, left] = await timeLeft(scenario);
  while (left > lastMomentMs) {
    // The last pause is short, so that it ends in time.
    await scenario.api.pause(left > 2 * eveMs ? left - 2 * eveMs : left - lastMomentMs);
    [, left] = await timeLeft(scenario);
  }
}
