import { expect, test } from '@playwright/test';
import { sampleFinding } from '../../../tests/support/findings/sampleFindings.ts';
import { knownFindingChanges } from './findingChanges.ts';
import { FindingStore } from './findingStore.ts';

/** Returns a store with these findings, all from an earlier run. */
function storeOf(...fingerprints: readonly string[]): FindingStore {
  const store = new FindingStore(test.info().outputPath('shop.findings.ndjson'));
  for (const fingerprint of fingerprints) store.found(sampleFinding({ fingerprint }), 'run-1');
  return store;
}

const shown = { a1: 'fail' };

test('changes count the known findings that were tried, shown, or left untried', () => {
  const store = storeOf('a1', 'b2', 'c3', 'd4');
  store.tried('d4', { shown: 0, of: 50 }, 'run-1');
  const before = store.all;
  store.tried('a1', { shown: 1, of: 1 }, 'run-2');
  store.tried('b2', { shown: 0, of: 1 }, 'run-2');
  store.found(sampleFinding({ fingerprint: 'e5' }), 'run-2');
  const changes = knownFindingChanges(before, { after: store.all, run: 'run-2', shown });
  expect(changes).toMatchObject({ known: 4, tried: 2, shown: 1, untried: 1 });
});

test('findings that became fixed, flaky or regressed are listed with their former state', () => {
  const store = storeOf('a1', 'b2', 'c3', 'd4');
  store.tried('c3', { shown: 0, of: 50 }, 'run-1');
  const before = store.all;
  store.tried('a1', { shown: 0, of: 50 }, 'run-2');
  store.tried('b2', { shown: 1, of: 2 }, 'run-2');
  store.tried('c3', { shown: 1, of: 1 }, 'run-2');
  store.tried('d4', { shown: 1, of: 1 }, 'run-2');
  const { became } = knownFindingChanges(before, { after: store.all, run: 'run-2', shown });
  expect(became).toEqual([
    { fingerprint: 'a1', requirement: 'PAY-05', was: 'open', state: 'fixed' },
    { fingerprint: 'b2', requirement: 'PAY-05', was: 'open', state: 'flaky' },
    { fingerprint: 'c3', requirement: 'PAY-05', was: 'fixed', state: 'regressed' },
  ]);
});
