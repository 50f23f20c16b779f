import { expect, test } from '@playwright/test';
import { creationOf, readOf } from '../../../tests/support/records/acquiringRecords.ts';
import { exchangeLine, recordOf, runLine } from '../../../tests/support/records/records.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import type { ScenarioRun } from './checkoutEnd.ts';
import { scenarioSteps } from './paymentScenarios.ts';

/** When the sample checkout expires by the clock of the target, ms. That clock differs from ours only by its jumps. */
const endMs = 4_000;

/** Waits for the end of a checkout while the clock of its target jumps during a pause; returns the total pause and the statuses seen. */
async function waited({ jumpMs = 0, isTold: isRecorded = true, earlyMs = 0 } = {}) {
  const record = await recordOf([runLine, exchangeLine('p0-1', creationOf('checkout'))]);
  let nowMs = 1_100;
  let jumpedMs = 0;
  let pausedMs = 0;
  const seen: string[] = [];
  const read = async () => {
    const status = nowMs + jumpedMs >= endMs - earlyMs ? 'EXPIRED' : 'NEW';
    seen.push(status);
    return new Exchange(exchangeLine(`p0-${seen.length + 1}`, readOf('checkout', { status }, nowMs)));
  };
  const pause = async (ms: number) => {
    pausedMs += ms;
    nowMs = Math.ceil(nowMs + ms);
    if (jumpMs === 0 || jumpedMs > 0) return;
    jumpedMs = jumpMs;
    const atNs = String(BigInt(nowMs) * 1_000_000n);
    const pulled = { what: 'clock', args: { advanceMs: jumpMs }, ok: true, askedNs: atNs, atNs };
    if (isRecorded) record.add({ kind: 'lever', requirement: 'sweep', ...pulled });
  };
  const created = record.exchange('p0-1');
  const scenario = { created, record, api: { pause }, readBacks: { read, until: read }, deadlines: { finalMs: 0 } };
  await scenarioSteps['left alone'](scenario as unknown as ScenarioRun);
  return { pausedMs: Math.round(pausedMs), seen };
}

test('a checkout is awaited until it expires by its own clock, and is read in between', async () => {
  const { pausedMs, seen } = await waited();
  expect(pausedMs).toBeGreaterThan(2_800);
  expect(pausedMs).toBeLessThan(3_100);
  expect(seen.slice(0, 8)).toEqual(Array(8).fill('NEW'));
  expect(seen.at(-1)).toBe('EXPIRED');
});

test('a clock jump shortens the wait, whether the jump is recorded or only observed', async () => {
  for (const jumpMs of [1_500, 60_000]) {
    const { pausedMs, seen } = await waited({ jumpMs });
    expect(pausedMs).toBeLessThan(3_100 - Math.min(jumpMs, 2_400));
    expect(seen.at(-1)).toBe('EXPIRED');
  }
  expect((await waited({ jumpMs: 60_000, isTold: false })).pausedMs).toBeLessThan(700);
});

test('a checkout that expires early is not awaited any longer', async () => {
  expect((await waited({ earlyMs: 1_500 })).pausedMs).toBeLessThan(2_000);
});
