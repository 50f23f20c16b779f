import { expect, test } from '@playwright/test';
import { recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { crashFault, needsRetry } from './noise.ts';

type Failure = Pick<SampleExchange, 'status' | 'failure'>;

const stepMs = 100;

type Group = (from: number) => SampleExchange[];

/** Builds a failure and the answers to its repetitions, with a good answer to another request before each. */
function asked(first: Failure, ...again: readonly Failure[]): Group {
  return (from) => [first, ...again.flatMap((one) => [{}, { ...one, repeats: `p0-${from}` }])];
}

/** Builds the record of groups of exchanges, one after another. */
const runOf = (...groups: readonly Group[]) => {
  const tale: SampleExchange[] = [];
  for (const group of groups) tale.push(...group(tale.length + 1));
  return recordOfExchanges(...tale.map((one, at) => ({ ...one, atMs: at * stepMs })));
};

const good = (count: number) => () => Array.from({ length: count }, () => ({}));

const times = (count: number, failure: Failure) => Array.from({ length: count }, () => failure);

/** Builds `count` failures that passed at the second attempt. */
const passing = (count: number, failure: Failure) => times(count, failure).map((one) => asked(one, {}));

const bad: Failure = { status: 500 };
const gateway: Failure = { status: 502 };
const lost: Failure = { failure: 'reset' };

/** Returns the code for these failures in a row at the end of a run with this noise. */
async function codeOf(failures: readonly Failure[], noise: readonly Group[], goodAnswers = 1_000) {
  const [first, ...again] = failures as [Failure, ...Failure[]];
  const record = await runOf(asked(first, ...again), ...noise, good(goodAnswers));
  return crashFault(record, record.exchange('p0-1'))?.code;
}

test('two failures out of two count in a run without noise, however short it is', async () => {
  for (const kind of [bad, gateway, lost]) {
    expect(await codeOf([kind, kind], [], 0)).toBe('crashed');
    expect(await codeOf([kind], [])).toBe('unconfirmed');
    expect(await codeOf([kind, {}], [])).toBe('unconfirmed');
  }
});

test('two failures out of two are chance if one of a hundred requests fails anyway', async () => {
  for (const kind of [gateway, lost]) {
    const noise = passing(10, kind);
    expect(await codeOf(times(2, kind), noise)).toBe('unconfirmed');
    expect(await codeOf(times(3, kind), noise)).toBe('unconfirmed');
    expect(await codeOf(times(4, kind), noise)).toBe('crashed');
  }
});

test('a 5xx that one input always causes fails despite five percent of the same noise', async () => {
  const noise = passing(50, bad);
  expect(await codeOf(times(3, bad), noise)).toBe('unconfirmed');
  expect(await codeOf(times(6, bad), noise)).toBe('crashed');
});

test('ten resets in a row are not chance if every seventh connection is reset', async () => {
  const noise = passing(170, lost);
  expect(await codeOf(times(4, lost), noise)).toBe('unconfirmed');
  expect(await codeOf(times(10, lost), noise)).toBe('crashed');
});

test('noise of one kind says little about another', async () => {
  expect(await codeOf(times(2, bad), passing(10, gateway))).toBe('crashed');
  expect(await codeOf(times(2, bad), passing(2, gateway), 10)).toBe('unconfirmed');
  expect(await codeOf(times(3, bad), passing(2, gateway), 10)).toBe('crashed');
});

test("a failure that passed once in many attempts is never the target's", async () => {
  expect(await codeOf([...times(5, bad), {}, ...times(5, bad)], [])).toBe('unconfirmed');
});

test('failures without a good answer in between are one outage', async () => {
  const outage = () => [bad, ...times(6, bad).map((one) => ({ ...one, repeats: 'p0-1' }))];
  const record = await runOf(outage, good(100));
  expect(crashFault(record, record.exchange('p0-1'))?.code).toBe('unconfirmed');
});

test('a failing read is repeated beyond any noise, a write beyond the noise of its run', async () => {
  const openAfter = async (count: number, sample: SampleExchange, noise: readonly Group[] = []) => {
    const [first, ...again] = times(count, bad).map((one) => ({ ...sample, ...one }));
    const record = await runOf(asked(first as Failure, ...again), ...noise);
    return needsRetry(record, record.exchange('p0-1'));
  };
  const write: SampleExchange = { operation: 'POST /v1/user/payments/payin' };
  expect(await Promise.all([1, 2, 3, 4].map((count) => openAfter(count, {})))).toEqual([true, true, true, false]);
  expect(await Promise.all([1, 2].map((count) => openAfter(count, write)))).toEqual([true, false]);
  expect(await openAfter(2, write, passing(10, bad))).toBe(true);
  expect(await openAfter(6, write, [...passing(10, bad), good(1_000)])).toBe(false);
  expect(await openAfter(10, write, passing(200, bad))).toBe(false);
  const throttled = await runOf(asked(bad, ...times(10, { status: 429 })));
  expect(needsRetry(throttled, throttled.exchange('p0-1'))).toBe(false);
});
