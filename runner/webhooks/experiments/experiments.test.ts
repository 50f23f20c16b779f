import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { DeliveryLine } from '../../../traffic/journal/journalTypes.ts';
import type { Question } from '../../worker/receiverHandle.ts';
import { Experiments, mostDeliveries, mostExperiments } from './experiments.ts';
import { TargetClock } from './targetClock.ts';

const hourMs = 3_600_000;
const horizonMs = 46 * hourMs;

const file = () => join(mkdtempSync(test.info().outputPath('experiments-')), 'target.experiments.json');

/** The experiments of a run, on a clock that the test moves. */
function opened(place: string | undefined, run: string, clock = new TargetClock({ tells: true })) {
  return { clock, experiments: new Experiments({ file: place, run, horizonMs, clock }) };
}

const question: Question = { requirement: 'WHK-06a', webhook: 'payment', match: 'K-1', plan: [{ status: 500 }] };

let count = 0;

function delivery(targetMs: number, text = '{"clientOrderId":"K-1"}'): DeliveryLine {
  count += 1;
  const at = new Date(targetMs).toISOString();
  const body = { text, bytes: Buffer.byteLength(text), sha256: text };
  return {
    kind: 'delivery',
    id: `w0-${count}`,
    webhook: 'payment',
    request: { method: 'POST', headers: [], body, source: '127.0.0.1' },
    digest: { present: false },
    receivedAt: at,
    targetAt: at,
    receivedNs: '0',
    answer: { status: 500 },
    answered: 'sent',
    answeredNs: '0',
  };
}

const always = () => true;

test('an experiment outlives its run, is due after its horizon, is reported once and then removed', () => {
  const place = file();
  const first = opened(place, 'one');
  first.experiments.listening();
  const id = first.experiments.begin(question);
  first.experiments.take(delivery(first.clock.nowMs));
  first.experiments.take(delivery(first.clock.nowMs, '{"clientOrderId":"K-2"}'));
  expect(first.experiments.journalLines(always)).toMatchObject([
    { id, state: 'open', deliveries: [{ answer: { status: 500 } }] },
  ]);
  first.experiments.close();

  const second = opened(place, 'two');
  expect(second.experiments.plans()).toMatchObject([{ match: 'K-1', plan: [{ status: 500 }], seen: 1 }]);
  second.experiments.listening();
  for (let hour = 1; hour < 48; hour += 1) {
    second.clock.observe(Date.now() + hour * hourMs);
    second.experiments.beat();
  }
  const [line] = second.experiments.journalLines(always);
  expect(line).toMatchObject({ id, state: 'due', run: 'one', deliveries: [{ run: 'one' }] });
  expect(line?.listened).toHaveLength(1);
  second.experiments.close();
  expect(opened(place, 'three').experiments.all).toEqual([]);
});

test('a run that may not judge an experiment leaves it for a later run', () => {
  const place = file();
  const { clock, experiments } = opened(place, 'one');
  experiments.listening();
  experiments.begin(question);
  clock.observe(Date.now() + 48 * hourMs);
  expect(experiments.journalLines((id) => id !== 'WHK-06a')).toEqual([]);
  experiments.close();
  expect(opened(place, 'two').experiments.all).toHaveLength(1);
});

test('an experiment is discarded if nobody listened for a while, and says when', () => {
  const place = file();
  const first = opened(place, 'one');
  first.experiments.listening();
  first.experiments.begin(question);
  first.experiments.close();
  const clock = new TargetClock({ tells: true });
  clock.observe(Date.now() + hourMs);
  const second = opened(place, 'two', clock);
  second.experiments.listening();
  clock.observe(Date.now() + 48 * hourMs);
  const [line] = second.experiments.journalLines(always);
  expect(line?.state).toBe('void');
  expect(line?.why).toMatch(/our receiver did not listen for 3\d{3} s from/);
  expect(line?.listened).toHaveLength(2);
});

test('a delivery that is late is awaited, but not for ever', () => {
  const { clock, experiments } = opened(undefined, 'one');
  experiments.begin(question);
  const start = clock.nowMs;
  const due = () => Math.round((Date.parse(experiments.all[0]?.dueAt ?? '') - start) / hourMs);
  experiments.take(delivery(start + hourMs));
  expect(due()).toBe(47);
  experiments.take(delivery(start + 2 * hourMs));
  expect(due()).toBe(47);
  experiments.take(delivery(start + 80 * hourMs, '{"id":"K-1","another":true}'));
  expect(due()).toBe(92);
});

test('deliveries, their bodies and experiments are bounded', () => {
  const { clock, experiments } = opened(undefined, 'one');
  experiments.begin(question);
  const long = `{"clientOrderId":"K-1","comment":"${'a'.repeat(10_000)}"}`;
  for (let index = 0; index < mostDeliveries + 5; index += 1) experiments.take(delivery(clock.nowMs, long));
  expect(experiments.all[0]?.deliveries).toHaveLength(mostDeliveries);
  expect(experiments.all[0]?.deliveries[0]?.request.body).toMatchObject({ bytes: long.length, cut: true });
  expect(experiments.all[0]?.deliveries[0]?.request.body.text).toHaveLength(4_096);
  for (let index = 1; index < mostExperiments; index += 1) experiments.begin({ ...question, match: `K-${index}0` });
  expect(() => experiments.begin(question)).toThrow(/open already/);
});

test('a killed run loses no received delivery', () => {
  const place = file();
  const killed = opened(place, 'one');
  killed.experiments.listening();
  killed.experiments.begin(question);
  killed.experiments.take(delivery(killed.clock.nowMs));
  const left = opened(place, 'two').experiments;
  expect(left.all).toMatchObject([{ run: 'one', deliveries: [{ run: 'one' }] }]);
  expect(left.journalLines(always)[0]?.listened).toHaveLength(1);
});

test('a missing file is empty, nothing to store writes no file, and a malformed file is reported', () => {
  const place = file();
  const { experiments } = opened(place, 'one');
  experiments.listening();
  experiments.close();
  expect(() => readFileSync(place)).toThrow();
  for (const text of [
    '{',
    '[]',
    '{"version":2}',
    'null',
    '{"version":1,"experiments":[null],"listened":[]}',
    '{"version":1,"experiments":[{}],"listened":[]}',
  ]) {
    writeFileSync(place, text);
    expect(() => opened(place, 'two'), text).toThrow(/experiments on deliveries that runs have opened/);
  }
});
