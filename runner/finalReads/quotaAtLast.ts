import { setTimeout as delay } from 'node:timers/promises';
import { limitTrialsIn, toMs } from '../../oracles/limits/models/limitTrials.ts';
import { numberFor } from '../../traffic/journal/ownIds.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { burst, restWindows } from '../actions/rateLimit/exhaustQuota.ts';
import { attemptOf, RateLimitedSender } from '../actions/rateLimit/rateLimitedSender.ts';
import { limitedOf, readsInTurn } from '../actions/rateLimit/rateLimitTest.ts';
import type { Api } from '../worker/api.ts';
import type { Advance } from '../worker/controlActions.ts';
import type { Worker } from '../worker/worker.ts';

/** Returns how long nobody asks for anything before the quota is used up again, ms: from six hours to two days. */
const pauseMs = (seed: number): number =>
  Math.round(21_600_000 * 2 ** (numberFor(`${seed} pause before reads`, 300) / 100));

/**
 * Uses up the GET quota of the rate-limit test account once more after a long pause on the target's clock, if the rate-limit test used it up before: a limiter may
 * count what comes after a pause otherwise, and the test itself cannot pause (LIM-04a, LIM-04b, LIM-07).
 */
export async function useUpReadsAtLast(
  api: Api,
  record: RunRecord,
  on: { worker: Worker; advance: Advance },
): Promise<void> {
  const account = limitedOf(on.worker);
  const before = limitTrialsIn(record).find((one) => one.account === account?.label && one.method === 'GET');
  const last = before?.exchanges.at(-1);
  if (!account || !before || !last || before.attempts.every(({ outcome }) => outcome !== 'refused')) return;
  const { limit } = before;
  if (!(await on.advance(pauseMs(record.runs[0]?.seed ?? 0)))) return;
  // The limiter may count on a clock that nobody moves.
  const restMs = toMs(last.receivedNs - process.hrtime.bigint()) + restWindows * limit.windowMs + 1;
  if (restMs > 0) await delay(restMs);
  const own = new RateLimitedSender(api.as(account), { account: account.label, method: 'GET', limit });
  const ask = (count: number) =>
    own.sendInTurn(readsInTurn, count, { purpose: 'sweep' }).map(async (sent) => attemptOf(await sent));
  const most = limit.of + 2;
  const lane = { limit, ask, tookMs: () => own.tookMs, until: async () => undefined };
  await burst(lane, { refusals: 2, least: limit.of + 1, most: 2 * most, expected: most });
}
