import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { sampleFinding } from '../../../tests/support/findings/sampleFindings.ts';
import { FindingStore } from '../findings/findingStore.ts';
import type { Violation } from '../judgement/violation.ts';
import { type ReplayOptions, replayFinding, replayFindings } from './replayFindings.ts';
import type { TrialResult } from './trial.ts';

const violation = { outcome: 'fail', code: 'x', wanted: 'w', seen: 's' } as unknown as Violation;

const trial = (changes: Partial<TrialResult> = {}): TrialResult => ({
  shown: false,
  isDecided: true,
  isLate: false,
  spent: { posts: 1, gets: 3 },
  ...changes,
});

const loud = trial({ shown: true, violation });

/** Returns a store with some findings, and trials that end like this in turn and then stay silent. */
function prepared(fingerprints: readonly string[], ends: readonly TrialResult[]) {
  const store = new FindingStore(test.info().outputPath('findings.ndjson'));
  for (const fingerprint of fingerprints) store.found(sampleFinding({ fingerprint }), 'run-1');
  const sent: unknown[] = [];
  const send = async (...given: readonly unknown[]) => {
    sent.push(given);
    return ends[sent.length - 1] ?? trial();
  };
  const again: ReplayOptions = { trials: { send } as ReplayOptions['trials'], store, run: 'run-2' };
  const trialsOf = (fingerprint: string) => store.find(fingerprint)?.trials.slice(1);
  return { again, sent, store, trialsOf };
}

function known(store: FindingStore, fingerprint: string) {
  const found = store.find(fingerprint);
  if (!found) throw new Error('no such finding');
  return found;
}

test('a session is one trial, which counts the tries that could have shown the finding', async () => {
  const { again, store, trialsOf } = prepared(['aa'], [trial(), loud, trial(), loud]);
  const session = await replayFinding(again, known(store, 'aa'), { sends: 4 });
  expect(session).toMatchObject({ shown: 2, of: 4, spent: { posts: 4, gets: 12 }, violation });
  expect(trialsOf('aa')).toEqual([{ shown: 2, of: 4 }]);
});

test('sending stops at the first failure if that is all that is requested', async () => {
  const { again, store, sent, trialsOf } = prepared(['aa'], [trial(), loud]);
  await replayFinding(again, known(store, 'aa'), { sends: 5, untilShown: true });
  expect(sent).toHaveLength(2);
  expect(trialsOf('aa')).toEqual([{ shown: 1, of: 2 }]);
});

test('a finding that may have made an order is not sent again, shown or not', async () => {
  for (const end of [
    trial({ doubtfulBecause: 'the answer was lost' }),
    { ...loud, doubtfulBecause: 'the answer was lost' },
  ]) {
    const { again, store, sent } = prepared(['aa'], [end]);
    await replayFinding(again, known(store, 'aa'), { sends: 5 });
    expect(sent).toHaveLength(1);
  }
});

test('an incomplete or undecided send is not a try and closes nothing', async () => {
  for (const end of [trial({ incompleteBecause: 'no answer' }), trial({ isDecided: false })]) {
    const { again, store, sent, trialsOf } = prepared(['aa'], [end]);
    const session = await replayFinding(again, known(store, 'aa'), { sends: 3 });
    expect(session).toMatchObject({ shown: 0, of: 0 });
    expect(session.incompleteBecause).toBeDefined();
    expect(sent).toHaveLength(1);
    expect(trialsOf('aa')).toEqual([]);
  }
});

test('nothing is stored about another target', async () => {
  const { again, store, trialsOf } = prepared(['aa'], []);
  await replayFinding(again, known(store, 'aa'), { sends: 1, isForeign: true });
  expect(trialsOf('aa')).toEqual([]);
});

test('known findings are sent within their budget, and those that do not fit stay unchanged', async () => {
  const { again, store, sent, trialsOf } = prepared(['aa', 'bb', 'cc'], [loud, trial(), trial()]);
  const replays = store.all.map((finding) => ({ finding, sends: 2 }));
  const all = await replayFindings(again, replays, { left: { posts: 3, gets: 100 }, isOver: () => false });
  expect(all.spent).toEqual({ posts: 3, gets: 9 });
  expect(all.shown.map(({ finding }) => finding.fingerprint)).toEqual(['aa']);
  expect(sent).toHaveLength(3);
  expect(['aa', 'bb', 'cc'].map(trialsOf)).toEqual([[{ shown: 1, of: 1 }], [{ shown: 0, of: 2 }], []]);
});

test('nothing more is sent once the campaign is over', async () => {
  const { again, store, sent } = prepared(['aa'], []);
  const file = test.info().outputPath('findings.ndjson');
  const before = existsSync(file) && readFileSync(file, 'utf8');
  const replays = store.all.map((finding) => ({ finding, sends: 2 }));
  const all = await replayFindings(again, replays, { left: { posts: 9, gets: 9 }, isOver: () => true });
  expect(all).toEqual({ spent: { posts: 0, gets: 0 }, shown: [] });
  expect(sent).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('nothing more is sent after a finding that ends the target', async () => {
  const { again, store, sent, trialsOf } = prepared(['aa', 'bb'], [{ ...loud, isGone: true }]);
  const replays = store.all.map((finding) => ({ finding, sends: 3 }));
  const { last, shown } = await replayFindings(again, replays, { left: { posts: 99, gets: 99 }, isOver: () => false });
  expect([last?.fingerprint, shown.length, sent.length]).toEqual(['aa', 1, 1]);
  expect(trialsOf('aa')).toEqual([{ shown: 1, of: 1 }]);
});
