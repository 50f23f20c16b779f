import type { Target } from '../../../traffic/target/target.ts';
import { hasOwnClock } from '../../../traffic/target/targetFacts.ts';
import { callControlApi, jsonOf } from '../../../traffic/transport/controlApi.ts';
import { exchange, openWire } from '../../../traffic/transport/wire.ts';
import type { OutstandingWebhooks } from './playRetries.ts';

/** Time limit of one request, ms. */
const askMs = 10_000;

const timeIn = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

/** Returns the outstanding webhooks that the control API of a target reports; undefined if it reports none. */
export async function outstandingWebhooks(
  control: NonNullable<Target['control']>,
): Promise<OutstandingWebhooks | undefined> {
  const answer = jsonOf(await callControlApi(control, { method: 'GET', what: 'webhooks' }));
  const [nowMs, nextMs, underway] = [timeIn(answer['now']), timeIn(answer['next']), answer['underway']];
  if (Number.isNaN(nowMs) || typeof underway !== 'number') return undefined;
  return { nowMs, underway, ...(!Number.isNaN(nextMs) && { nextMs }) };
}

/** Returns the time in the Date header of a target's answer, ms since 1970; needs no credential. */
async function dateOf({ baseUrl }: Target): Promise<number> {
  const wire = openWire();
  const answer = await exchange(wire, { url: `${baseUrl}/`, method: 'GET', headers: [], deadlineMs: askMs });
  await wire.destroy();
  const headers = 'status' in answer ? answer.headers : [];
  return timeIn(headers.find(([name]) => name.toLowerCase() === 'date')?.[1]);
}

/**
 * Returns the time of a target with a clock of its own, ms since 1970, from its control API or else from the Date header of an answer; NaN if it gives none, and for a target that
 * uses our clock.
 */
export async function targetTime(target: Target): Promise<number> {
  if (!hasOwnClock(target.facts)) return Number.NaN;
  const outstanding = target.control && (await outstandingWebhooks(target.control));
  return outstanding?.nowMs ?? (await dateOf(target));
}
