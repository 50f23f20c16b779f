import type { Target } from '../../../traffic/target/target.ts';
import { callControlApi, jsonOf } from '../../../traffic/transport/controlApi.ts';
import { exchange, openWire } from '../../../traffic/transport/wire.ts';
import type { OutstandingWebhooks } from './playRetries.ts';

/** Time for one question, ms. */
const askMs = 10_000;

const timeIn = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

/** What the control door of a target says of the webhooks that are still to be sent; undefined where it does not. */
export async function outstandingWebhooks(
  control: NonNullable<Target['control']>,
): Promise<OutstandingWebhooks | undefined> {
  const told = jsonOf(await callControlApi(control, { method: 'GET', what: 'webhooks' }));
  const [nowMs, nextMs, underway] = [timeIn(told['now']), timeIn(told['next']), told['underway']];
  if (Number.isNaN(nowMs) || typeof underway !== 'number') return undefined;
  return { nowMs, underway, ...(!Number.isNaN(nextMs) && { nextMs }) };
}

/** The time that an emulator tells in the Date of any answer, ms since 1970; whoever asks needs no credential for it. */
async function dateOf({ baseUrl }: Target): Promise<number> {
  const wire = openWire();
  const answer = await exchange(wire, { url: `${baseUrl}/`, method: 'GET', headers: [], deadlineMs: askMs });
  await wire.destroy();
  const headers = 'status' in answer ? answer.headers : [];
  return timeIn(headers.find(([name]) => name.toLowerCase() === 'date')?.[1]);
}

/** The clock of an emulator, ms since 1970, asked at its door or else told by an answer; NaN where it says nothing, and for a target whose clock is ours. */
export async function targetTime(target: Target): Promise<number> {
  if (target.kind !== 'emulator') return Number.NaN;
  const told = target.control && (await outstandingWebhooks(target.control));
  return told?.nowMs ?? (await dateOf(target));
}
