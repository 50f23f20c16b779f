import { expect, test } from '@playwright/test';
import { constraintBoundariesIn } from '../../../generators/values/constraintBoundaries.ts';
import { loadContract, type OperationKey } from '../../../schemas/load/contract.ts';
import { stepToOperation } from '../../../tests/support/findings/sampleFindings.ts';
import { exchangeLine, type SampleExchange } from '../../../tests/support/records/records.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import { ambiguous } from '../../engine/requests/confirmRequest.ts';
import type { GroupedCase } from '../../engine/requests/requestCases.ts';
import { requestModel } from '../../engine/requests/requestModel.ts';
import { OpenApiCoverage } from './coverage.ts';
import { operationDenominator } from './denominator.ts';
import type { ExplainedFraction } from './report.ts';

const contract = await loadContract();

const key = 'GET /v2/user/payments/search' as OperationKey;

function searched() {
  const operation = contract.operations.find((one) => one.key === key);
  if (!operation) throw new RangeError(`no operation ${key}`);
  return { operation, subject: requestModel(contract, operation), whole: operationDenominator(contract, operation) };
}

const sum = (covered: Readonly<Record<string, ExplainedFraction>>, name: 'of' | 'done') =>
  Object.values(covered).reduce((total, one) => total + one[name], 0);

const missing = ({ sides: boundaryCases, parameters, statuses }: ReturnType<OpenApiCoverage['report']>) =>
  [parameters, statuses, ...Object.values(boundaryCases)].map((one) => {
    const left = Object.values(one.missing).reduce((total, count) => total + count, 0);
    return one.done + left - one.of;
  });

/** Returns the coverage after one search that tries a boundary case and gets this answer. */
function covered(answered: Omit<SampleExchange, 'operation' | 'path'> = { answer: [] }) {
  const coverage = new OpenApiCoverage(contract);
  const { subject } = searched();
  const [reason] = subject.parts.flatMap(({ schema }) => [...constraintBoundariesIn(contract.document, schema)]);
  if (!reason) throw new RangeError('a search has no constraint');
  const path = '/v2/user/payments/search?clientOrderId=a';
  const one: GroupedCase = {
    group: 'boundary',
    steps: [stepToOperation(key, path)],
    label: { is: 'valid', because: 'told' },
    reason,
  };
  const exchange = new Exchange(exchangeLine('f0-1', { ...answered, operation: key, path }));
  const sent = () => coverage.sent(subject, one, { exchange, results: [] });
  sent();
  return { coverage, reason, sent };
}

test('the totals depend only on the contract, and everything missing has a reason', () => {
  const [empty, some] = [new OpenApiCoverage(contract).report(), covered().coverage.report()];
  expect(sum(empty.sides, 'of')).toBeGreaterThan(100);
  expect(Object.keys(some.sides)).toEqual(Object.keys(empty.sides));
  for (const name of Object.keys(empty.sides)) expect(some.sides[name]?.of).toBe(empty.sides[name]?.of);
  expect(some.parameters.of).toBe(empty.parameters.of);
  expect(some.statuses.of).toBe(empty.statuses.of);
  expect([empty.parameters.done, sum(empty.sides, 'done'), empty.statuses.done]).toEqual([0, 0, 0]);
  expect(some.parameters.done).toBe(1);
  expect(some.statuses.done).toBe(1);
  for (const report of [empty, some]) expect(new Set(missing(report))).toEqual(new Set([0]));
});

test('a boundary case that cannot be made differs from one without a turn', () => {
  const { coverage } = covered();
  const { operation, whole: subject } = searched();
  const whys = () => {
    const all = Object.values(coverage.report('no turn').sides).flatMap((one) => Object.entries(one.missing));
    return [...new Set(all.map(([why]) => why))].sort();
  };
  expect(whys()).toEqual(['no turn']);
  const [, lost] = subject.sides.keys();
  coverage.dropped(operation, new Map([['a reason', { count: 2, sides: new Set(lost === undefined ? [] : [lost]) }]]));
  coverage.walked(operation);
  expect(whys()).toEqual([
    'each case for it was dropped: a reason',
    'no case for it can be built from the generated valid requests',
    'no turn',
  ]);
});

test('a boundary case that was tried is done, however often', () => {
  const { coverage, reason, sent } = covered();
  const done = () => coverage.report('no turn').sides[`${reason.keyword} ${reason.side}`]?.done;
  expect(done()).toBe(1);
  sent();
  expect(done()).toBe(1);
  expect(coverage.isFresh(searched().operation, { reason })).toBe(false);
});

for (const [status, done] of [
  [200, 1],
  [400, 1],
  [401, 0],
  [403, 0],
  [429, 0],
  [500, 0],
  [503, 0],
] as const)
  test(`a boundary case answered with ${status} is ${done ? '' : 'not '}done, and is tried once`, () => {
    const { coverage, reason } = covered({ answer: [], status });
    const share = coverage.report('no turn').sides[`${reason.keyword} ${reason.side}`];
    expect(share?.done).toBe(done);
    const unjudged = share?.missing['no answer accepted a case for it, or refused it for its content'];
    expect(unjudged).toBe(done ? undefined : 1);
    expect(coverage.isFresh(searched().operation, { reason })).toBe(false);
  });

test('cases dropped in several turns count once, ambiguous ones separately', () => {
  const { coverage } = covered();
  const { operation } = searched();
  const none = new Set<number>();
  const droppedCases = new Map([
    ['not so', { count: 3, sides: none }],
    [`${ambiguous}two ways`, { count: 2, sides: none }],
  ]);
  for (let times = 0; times < 3; times += 1) coverage.dropped(operation, droppedCases);
  expect(coverage.report()).toMatchObject({ counts: { dropped: { 'not so': 3 }, ambiguous: { 'two ways': 2 } } });
});

test('stored coverage is restored unchanged', () => {
  const { coverage } = covered();
  const { operation } = searched();
  coverage.dropped(operation, new Map([['a reason', { count: 2, sides: new Set([7]) }]]));
  coverage.walked(operation);
  const stored = JSON.parse(JSON.stringify(coverage.stored));
  expect(new OpenApiCoverage(contract, stored).report()).toEqual(coverage.report());
});
