import { expect, test } from '@playwright/test';
import type { Ruling } from '../../harness/oracles/ruling.ts';
import { loadContract } from '../../schemas/contract.ts';
import { someCase } from '../someFinding.ts';
import { Coverage } from './coverage.ts';
import { coveredBy } from './covered.ts';

const fault = { code: 'lostEvidence', wanted: 'two exchanges', seen: 'one', exchanges: [] } as const;

const undecided: Ruling = {
  state: 'undecided',
  outcome: 'inconclusive',
  attribution: 'target',
  faults: [fault],
  exchanges: [],
};

const listed = { id: 'PAY-05', title: 't', section: 'PAY', kind: 'must', basis: 'text', law: false } as const;

/** What is missing of one kind when a case was played whose claim decided nothing. */
async function missing(what: string) {
  const coverage = new Coverage();
  const claim = { requirement: 'PAY-05', oracle: 'refused' as const, args: {} };
  coverage.played({ case: someCase, steps: [], claims: [{ claim, args: {}, ruling: undecided }], exchanges: [] });
  const covered = coveredBy(coverage, {
    contract: await loadContract('schemas/openapi.json'),
    catalogue: [{ ...listed, file: 'x', oracles: ['refused', 'accepted'] }] as never,
    cells: [],
    hasLevers: false,
    unturned: 'not its turn before it was stopped',
  });
  return new Map(covered.find((one) => one.what === what)?.missing.map(({ name, why }) => [name, why]));
}

test('an oracle that decided nothing says so in the words of its last ruling', async () => {
  expect(await missing('oracles')).toEqual(
    new Map([
      ['refused', 'wanted two exchanges, seen one'],
      ['accepted', 'nothing was claimed by it'],
    ]),
  );
});

test('what was not tried says why it had no turn', async () => {
  expect((await missing('operations')).get('GET /v1/user/methods')).toBe('not its turn before it was stopped');
});
