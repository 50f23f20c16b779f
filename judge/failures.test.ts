import { expect, test } from '@playwright/test';
import { sampleBroken, sampleRequirement } from '../tests/support/reports/sampleVerdict.ts';
import type { RunRecord } from '../traffic/journal/runRecord.ts';
import type { KnownFailure } from '../traffic/target/file/knownFailures.ts';
import type { BrokenResult } from './brokenResults.ts';
import type { FailureHistory, FailureState } from './failureHistory.ts';
import { followFailures, givesFingerprint, noFailures, stateAfter, withKnownFailures } from './failures.ts';
import type { RequirementVerdict } from './requirementVerdict.ts';

/** Requests, each of a requirement, in one of its combinations. */
type Asked = readonly (readonly [requirement: string, cell?: string])[];

/** A record of requests: each of a requirement, in one of its combinations. */
function recordOf(...asked: Asked): RunRecord {
  const exchanges = asked.map(([requirement, cell], at) => ({ id: `p0-${at}`, line: { requirement, cell } }));
  const exchange = (id: string) => exchanges.find((one) => one.id === id);
  const has = (id: string) => exchange(id) !== undefined;
  const combinationsOf = () => ({ names: [], chosen: [] });
  return { exchanges, exchange, has, assertions: [], combinationsOf } as unknown as RunRecord;
}

/** What a test did beside its requests: what it chose, and the combination of each of its assertions. */
type Tried = Readonly<{ id: string; chosen: readonly string[]; asserted: readonly (string | undefined)[] }>;

/** A record of a test whose requests name no combination, or were sent by another test. */
function recordOfTest({ id, chosen, asserted }: Tried, ...asked: Asked): RunRecord {
  const assertions = asserted.map((cell) => ({ requirement: id, cell }));
  const combinationsOf = (one: string) => ({ names: [], chosen: one === id ? chosen : [] });
  return { ...recordOf(...asked), assertions, combinationsOf } as unknown as RunRecord;
}

const failing = (...broken: readonly BrokenResult[]) => sampleRequirement({ id: 'OUT-02', outcome: 'fail', broken });
const passing = (...held: readonly string[]) =>
  sampleRequirement({ id: 'OUT-02', outcome: 'pass', findings: [], held });

/** Follows one night after another. */
function nights(
  ...runs: readonly { requirement: RequirementVerdict; asked: Asked; tried?: Tried }[]
): FailureHistory[] {
  let state: FailureState = noFailures;
  return runs.map(({ requirement, asked, tried }, at) => {
    const startedAt = `2026-11-${String(at + 1).padStart(2, '0')}T01:00:00.000Z`;
    const night = { run: `r${at}`, startedAt, profile: 'nightly', posts: 1, minutes: 1 };
    const before = { state, knownFailures: [] };
    const record = tried ? recordOfTest(tried, ...asked) : recordOf(...asked);
    const history = followFailures({ requirements: [requirement], record, night, before }, () => 1);
    state = stateAfter(history);
    return history;
  });
}

const counts = (all: readonly FailureHistory[]) =>
  all.map((one) => [one.new.length, one.known.length, one.fixed.length, one.notAsked.length].join(' '));

const byCard = [['OUT-02', 'by card']] as const;
const byBank = [['OUT-02', 'by bank']] as const;

test('a failure is new once, then known in any combination, then not asked, then fixed once its combination holds', () => {
  const all = nights(
    { requirement: failing(sampleBroken('by card')), asked: byCard },
    { requirement: failing(sampleBroken('by bank')), asked: byBank },
    { requirement: passing('by phone'), asked: [['OUT-02', 'by phone']] },
    { requirement: passing('by card'), asked: byCard },
    { requirement: passing('by card'), asked: byCard },
  );
  expect(counts(all)).toEqual(['1 0 0 0', '0 1 0 0', '0 0 0 1', '0 0 1 0', '0 0 0 0']);
  expect(all[2]?.notAsked[0]).toMatchObject({
    times: 2,
    firstSeen: '2026-11-01T01:00:00.000Z',
    askedBy: ['OUT-02 by card', 'OUT-02 by bank'],
  });
  expect(all[4]?.nights).toHaveLength(4);
  expect(all[4]?.since).toBe('2026-11-04T01:00:00.000Z');
});

test('a failure is not fixed where its combination was asked and stayed undecided, or where another way to fail shows', () => {
  const undecided = sampleRequirement({ id: 'OUT-02', outcome: 'unverified', findings: [] });
  const other = failing(sampleBroken('by card', { fingerprint: 'b2' }));
  expect(
    counts(
      nights(
        { requirement: failing(sampleBroken('by card')), asked: byCard },
        { requirement: undecided, asked: byCard },
      ),
    ),
  ).toEqual(['1 0 0 0', '0 0 0 1']);
  expect(
    counts(
      nights({ requirement: failing(sampleBroken('by card')), asked: byCard }, { requirement: other, asked: byCard }),
    ),
  ).toEqual(['1 0 0 0', '1 0 0 1']);
});

test('a combination that holds fixes its failure, even if the requests of the test do not name it', () => {
  const asked = [['OUT-02']] as const;
  const all = nights(
    { requirement: failing(sampleBroken('by card')), asked },
    { requirement: passing('by bank'), asked },
    { requirement: passing('by card'), asked },
  );
  expect(counts(all)).toEqual(['1 0 0 0', '0 0 0 1', '0 0 1 0']);
});

test('a failure of a trace check is fixed once a request of the same test and combination was judged and holds', () => {
  const law = { id: 'GEN-01', law: true } as const;
  const broken = sampleRequirement({
    ...law,
    outcome: 'fail',
    broken: [sampleBroken(undefined, { exchanges: ['p0-0'] })],
  });
  const holds = sampleRequirement({ ...law, outcome: 'pass', findings: [] });
  const all = nights(
    { requirement: broken, asked: byCard },
    { requirement: holds, asked: byBank },
    { requirement: holds, asked: byCard },
  );
  expect(counts(all)).toEqual(['1 0 0 0', '0 0 0 1', '0 0 1 0']);
});

test('a run that left requirements out lists those that were fine, for the history', () => {
  const night = { run: 'r', startedAt: '2026-11-01T01:00:00.000Z', profile: 'smoke', posts: 1, minutes: 1 };
  const before = { state: noFailures, knownFailures: [] };
  const tonight = (...requirements: readonly RequirementVerdict[]) =>
    followFailures({ requirements, record: recordOf(), night, before }, () => 0).tonight;
  const unasked = sampleRequirement({ id: 'OUT-03', outcome: 'not selected', findings: [] });
  expect(tonight(passing(), unasked).fine).toEqual(['OUT-02']);
  expect(tonight(passing()).fine).toBeUndefined();
});

test('a test asks a combination that it chose and asserted, even if another test sent its requests', () => {
  const law = { id: 'GEN-01', law: true } as const;
  const broken = [sampleBroken(undefined, { exchanges: ['p0-0'] })];
  const holds = sampleRequirement({ ...law, outcome: 'pass', findings: [] });
  const tried = (name: string) => ({ id: 'OUT-02', chosen: [name], asserted: [name] });
  const all = nights(
    { requirement: sampleRequirement({ ...law, outcome: 'fail', broken }), asked: byCard },
    { requirement: holds, asked: [['OUT-03', 'by card']], tried: tried('by bank') },
    { requirement: holds, asked: [['OUT-03', 'by card']], tried: tried('by card') },
  );
  expect(counts(all)).toEqual(['1 0 0 0', '0 0 0 1', '0 0 1 0']);
});

test('what a test asks and asserts without naming a combination belongs to those that it chose', () => {
  const tried = (name: string) => ({ id: 'OUT-02', chosen: [name], asserted: [undefined] });
  const asked = [['OUT-02']] as const;
  const all = nights(
    { requirement: failing(sampleBroken()), asked, tried: tried('by card') },
    { requirement: passing(), asked, tried: tried('by bank') },
    { requirement: passing(), asked: [], tried: tried('by card') },
  );
  expect(counts(all)).toEqual(['1 0 0 0', '0 0 0 1', '0 0 1 0']);
  expect(all[0]?.new[0]?.askedBy).toEqual(['OUT-02 by card']);
});

test('a combination that was chosen, with no assertion of its own, holds with the whole test', () => {
  const tried = (asserted: readonly (string | undefined)[]) => ({ id: 'OUT-02', chosen: ['by card'], asserted });
  const failed = { requirement: failing(sampleBroken('by card')), asked: byCard };
  expect(counts(nights(failed, { requirement: passing(), asked: [], tried: tried([undefined]) }))).toEqual([
    '1 0 0 0',
    '0 0 1 0',
  ]);
  expect(counts(nights(failed, { requirement: passing(), asked: byCard, tried: tried(['by bank']) }))).toEqual([
    '1 0 0 0',
    '0 0 0 1',
  ]);
});

const entry: KnownFailure = {
  id: 'OUT-02',
  fingerprint: 'a1',
  reason: 'mended in March',
  until: '2026-12-31',
  line: 3,
};

test('a known failure excuses its own failures, and hides no second one of the same requirement', () => {
  const [known] = withKnownFailures([failing(sampleBroken('by card'), sampleBroken('by bank'))], [entry]);
  expect(known?.accepted).toEqual([entry]);
  const [second] = withKnownFailures(
    [failing(sampleBroken('by card'), sampleBroken('by card', { fingerprint: 'b2' }))],
    [entry],
  );
  expect(second?.accepted).toBeUndefined();
  const only = { ...entry, combination: 'by bank' };
  expect(withKnownFailures([failing(sampleBroken('by card'))], [only])[0]?.accepted).toBeUndefined();
});

test('an entry names a failure by the first digits of its fingerprint, or by all of them', () => {
  const gives = (fingerprint?: string) =>
    givesFingerprint(
      { id: 'PAY-12', reason: 'r', until: '2026-12-31', ...(fingerprint && { fingerprint }) },
      '0123456789abcdef',
    );
  expect(['01234567', '0123456789abcdef', '01234568', undefined].map(gives)).toEqual([true, true, false, false]);
});

test('a known failure is stale after its day, and once it held in three runs in a row', () => {
  let state: FailureState = noFailures;
  const follow = (requirement: RequirementVerdict, startedAt: string) => {
    const night = { run: 'r', startedAt, profile: 'nightly', posts: 1, minutes: 1 };
    const before = { state, knownFailures: [entry] };
    const seen: boolean[] = [];
    const history = followFailures(
      { requirements: [requirement], record: recordOf(...byCard), night, before },
      (isStale) => {
        seen.push(isStale);
        return isStale ? 2 : 0;
      },
    );
    state = stateAfter(history);
    expect(seen).toEqual([history.stale !== undefined]);
    return history.stale?.map(({ why }) => why);
  };
  const at = '2026-11-01T01:00:00.000Z';
  expect([follow(passing('by card'), at), follow(passing('by card'), at)]).toEqual([undefined, undefined]);
  expect(follow(failing(sampleBroken('by card')), at)).toBeUndefined();
  expect([follow(passing('by card'), at), follow(passing('by card'), at)]).toEqual([undefined, undefined]);
  expect(follow(passing('by card'), at)).toEqual(['it held in 3 runs in a row: remove the entry']);
  expect(follow(failing(sampleBroken('by card')), '2027-01-01T01:00:00.000Z')).toEqual([
    'it ended on 2026-12-31: mend the failure, or move the date',
  ]);
});

test('a known failure holds only in runs that asked the combination that showed it; others leave the count as it is', () => {
  let state: FailureState = noFailures;
  const runs: readonly (readonly [combination: string, outcome: 'fail' | 'pass'])[] = [
    ['by card', 'fail'],
    ['by phone', 'pass'],
    ['by bank', 'pass'],
    ['by phone', 'pass'],
    ['by card', 'pass'],
    ['by phone', 'pass'],
    ['by card', 'pass'],
    ['by card', 'pass'],
  ];
  const seen = runs.map(([combination, outcome], at) => {
    const night = { run: 'r', startedAt: `2026-11-0${at + 1}T01:00:00.000Z`, profile: 'nightly', posts: 1, minutes: 1 };
    const requirement = outcome === 'fail' ? failing(sampleBroken(combination)) : passing(combination);
    const record = recordOf(['OUT-02', combination]);
    const before = { state, knownFailures: [entry] };
    const history = followFailures({ requirements: [requirement], record, night, before }, (isStale) =>
      Number(isStale),
    );
    state = stateAfter(history);
    return [history.held['OUT-02 a1'], history.fixed.length, history.tonight.exit].join(' ');
  });
  expect(seen).toEqual(['0 0 0', '0 0 0', '0 0 0', '0 0 0', '1 1 0', '1 0 0', '2 0 0', '3 0 1']);
});

test('the failure of a trace check on webhooks, whose evidence names no test, is fixed once it holds', () => {
  const traced = (one: RequirementVerdict) => ({ requirement: { ...one, law: true }, asked: byCard });
  const unverified = sampleRequirement({ id: 'OUT-02', outcome: 'unverified', findings: [] });
  const all = nights(traced(failing(sampleBroken())), traced(unverified), traced(passing()));
  expect(counts(all)).toEqual(['1 0 0 0', '0 0 0 1', '0 0 1 0']);
});
