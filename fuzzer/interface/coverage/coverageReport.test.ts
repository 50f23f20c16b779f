import { expect, test } from '@playwright/test';
import type { OracleResult } from '../../../oracles/core/result.ts';
import { loadContract } from '../../../schemas/load/contract.ts';
import { sampleCase } from '../../../tests/support/findings/sampleFindings.ts';
import { recordOfExchanges } from '../../../tests/support/records/records.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import { boundaryCaseIndex } from '../../engine/requests/requestBoundaryCases.ts';
import type { Combination } from '../schedule/generatorProgress.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import { Coverage } from './coverage.ts';
import { coverageReport } from './coverageReport.ts';

const fault = { code: 'lostEvidence', wanted: 'two exchanges', seen: 'one', exchanges: [] } as const;

const undecided: OracleResult = {
  state: 'undecided',
  outcome: 'inconclusive',
  attribution: 'target',
  faults: [fault],
  exchanges: [],
};

const listed = { id: 'PAY-05', title: 't', section: 'PAY', kind: 'must', basis: 'text', law: false } as const;

/** Returns what is missing of one kind after a case whose assertion decided nothing. */
async function missing(what: string) {
  const coverage = new Coverage();
  const contract = await loadContract('schemas/openapi.json');
  const assertion = { requirement: 'PAY-05', oracle: 'refused' as const, args: {} };
  coverage.executed(
    { case: sampleCase, steps: [], assertions: [{ claim: assertion, args: {}, ruling: undecided }], exchanges: [] },
    boundaryCaseIndex(contract),
  );
  const covered = coverageReport(coverage, {
    contract,
    catalogue: [{ ...listed, file: 'x', oracles: ['refused', 'accepted'] }] as never,
    combinations: [],
    hasTestControl: false,
    untriedBecause: 'not its turn before it was stopped',
  });
  return new Map(covered.find((one) => one.what === what)?.missing.map(({ name, why }) => [name, why]));
}

test('an undecided oracle is explained in the words of its last result', async () => {
  expect(await missing('oracles')).toEqual(
    new Map([
      ['refused', 'expected two exchanges, got one'],
      ['accepted', 'no assertion used it'],
    ]),
  );
});

test('an untried item has its reason', async () => {
  expect((await missing('operations')).get('GET /v1/user/methods')).toBe('not its turn before it was stopped');
});

const search = 'GET /v2/user/payments/search';

/** Returns the report on the boundary cases of parameters after one answered search. */
async function boundaryCasesAfter(path: string) {
  const contract = await loadContract('schemas/openapi.json');
  const record = await recordOfExchanges({});
  const [answered] = record.exchanges;
  if (!answered) throw new Error('nothing was recorded');
  const { line } = answered;
  const request = { ...line.request, method: 'GET', path };
  const steps = [new Exchange({ ...line, request })];
  const step = { method: 'GET', path, headers: [], signing: 'signed' } as const;
  const coverage = new Coverage();
  coverage.executed(
    { case: { ...sampleCase, steps: [step] }, steps, assertions: [], exchanges: [] },
    boundaryCaseIndex(contract),
  );
  const aimed = {
    generator: {},
    name: 'n',
    tries: 0,
    aims: [`${search} query page: type out`],
  } as unknown as Combination;
  const options = {
    contract,
    catalogue: [],
    combinations: [aimed],
    hasTestControl: false,
    untriedBecause: 'not its turn',
  };
  const [section] = coverageReport(coverage, options).filter(({ what }) => what === 'boundary cases of parameters');
  return section;
}

test('the boundary case of a sent request is reached, and all others have a reason', async () => {
  const section = await boundaryCasesAfter('/v2/user/payments/search?size=many');
  const why = new Map(section?.missing.map((one) => [one.name, one.why]));
  expect(section?.reached).toBe(1);
  expect(why.has(`${search} query size: type out`)).toBe(false);
  expect(why.get(`${search} query page: type out`)).toBe('not its turn');
  expect(why.get(`${search} query page: type in`)).toBe('no combination for this target covers it');
});

test('unreachable boundary cases are listed separately, and the number of the others is constant', async () => {
  const [one, other] = [
    await boundaryCasesAfter('/v2/user/payments/search?size=many'),
    await boundaryCasesAfter('/nowhere'),
  ];
  expect(one?.of).toBe(other?.of);
  expect(one?.of).toBe((one?.reached ?? 0) + (one?.missing.length ?? 0));
  expect(one?.cannot).toContainEqual({
    name: `${search} query sort: type out`,
    why: 'in a query everything is a text',
  });
});

test('unsent cases are counted by reason', () => {
  const coverage = new Coverage();
  const dropped = () => new Map([['it says what another value says', 3]]);
  const move = {
    name: 'm',
    evidences: [],
    posts: 0,
    isMisuse: true,
    combinations: () => [],
    make: () => undefined,
    dropped,
  };
  coverage.leftOut([move], {} as TargetInventory);
  coverage.dropped('nothing of it is there');
  coverage.dropped('nothing of it is there');
  expect(coverage.counts.of('dropped')).toEqual(
    new Map([
      ['it says what another value says', 3],
      ['nothing of it is there', 2],
    ]),
  );
});
