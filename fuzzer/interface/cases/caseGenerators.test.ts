import { isDeepStrictEqual } from 'node:util';
import { test as base, expect } from '@playwright/test';
import { oracles } from '../../../oracles/registry.ts';
import { startEmbedded } from '../../../runner/session/embeddedEmulator.ts';
import { writeRunLine } from '../../../runner/session/runStart.ts';
import { Api } from '../../../runner/worker/api.ts';
import { openWorker } from '../../../runner/worker/worker.ts';
import { decimal, parseExact, toPlain } from '../../../schemas/json/exact.ts';
import { type Contract, loadContract } from '../../../schemas/load/contract.ts';
import { temporaryFolder } from '../../../tests/support/product/temporaryFolder.ts';
import { runAlone } from '../../../traffic/journal/run.ts';
import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { requiredSteps } from '../../engine/cases/references.ts';
import { seededRandom } from '../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../builder/caseGenerator.ts';
import { amountAt, projectPrices } from '../builder/projects.ts';
import { validWrite } from '../builder/validRequests.ts';
import { readInventory, type TargetInventory } from '../target/targetInventory.ts';
import { surroundingCases } from './caseGenerators.ts';
import { schemaCases } from './schema/schemaCases.ts';

interface Shared {
  known: TargetInventory;
}

/** The inventory of the embedded emulator. */
const test = base.extend<object, Shared>({
  known: [
    async ({}, use) => {
      const emulator = await startEmbedded({ control: true });
      const { path: out, remove } = temporaryFolder();
      const target = readTarget(emulator.targetFile);
      const run = runAlone(out);
      writeRunLine(run, target);
      const worker = await openWorker({ run, target, name: 'm' });
      const api = new Api(worker, 'moves');
      // Two payments, for cases that need existing payments.
      const before = await readInventory(worker, api);
      for (const seed of [1, 2]) {
        const plan = validWrite(before, 'POST /v1/user/payments/payin', seededRandom(seed));
        if (plan) await api.send(plan);
      }
      await use(await readInventory(worker, api));
      await worker.close();
      await emulator.stop();
      remove();
    },
    { scope: 'worker' },
  ],
});

const contract = await loadContract();
const moves = [...surroundingCases, ...schemaCases(contract)];
const requirements = new Set(readCatalogue().map(({ id }) => id));

/** Returns the steps that the arguments of an assertion name. */
const namedIn = (args: unknown): number[] =>
  [...JSON.stringify(args).matchAll(/"#(\d+)"/g)].map(([, step]) => Number(step));

const isSentAt = (steps: readonly CaseStep[], step: number) =>
  steps[step - 1] !== undefined && !steps[step - 1]?.isLever;

function wellFormed({ evidences }: CaseGenerator, { steps, claims = [] }: FuzzCase): string[] {
  const references = steps.flatMap((step, at) =>
    [...requiredSteps(step)]
      .filter((needed) => needed > at || !isSentAt(steps, needed))
      .map((needed) => `refers to ${needed}`),
  );
  const odd = claims.flatMap(({ requirement, oracle, args }) => [
    ...(requirements.has(requirement) ? [] : [`claims ${requirement}`]),
    ...(evidences.includes(requirement) ? [] : [`does not evidence ${requirement}`]),
    ...(Object.hasOwn(oracles, oracle) ? [] : [`claims by ${oracle}`]),
    ...namedIn(args)
      .filter((step) => !isSentAt(steps, step))
      .map((step) => `claims of step ${step}`),
  ]);
  return [...references, ...odd];
}

/** True for names that the methods list allows beside the listed values (§ Payment method). */
const isOfList = (fault: object): boolean =>
  'path' in fault &&
  'keyword' in fault &&
  fault.keyword === 'enum' &&
  /^\/(?:currency|blockchain)$/.test(String(fault.path));

/** Returns what the contract reports for the last body of a case labelled valid. */
function faultsIn(by: Contract, { steps, label }: FuzzCase): string[] {
  if (label.is !== 'valid') return [];
  return steps.flatMap(({ operation: key, body }) => {
    const operation = by.operations.find((one) => one.key === key);
    if (!operation?.requestBody || !body || !('text' in body)) return [];
    const parsed = parseExact(body.text.replaceAll(/\{\{in:[\d.]+\}\}/g, '2026-12-01T00:00:00Z'));
    const faults = 'value' in parsed ? by.validateBody(operation, toPlain(parsed.value)) : [{ message: 'no JSON' }];
    return faults.filter((fault) => !isOfList(fault)).map((fault) => `${key}: ${JSON.stringify(fault)}`);
  });
}

const postsOf = ({ steps }: FuzzCase) =>
  steps.filter(({ method, isLever, twin }) => method !== 'GET' && !isLever && twin === undefined).length;

test('the number of the first page is learned as soon as the account shows payments', ({ known }) => {
  expect(known.search.firstPage).toBe(0);
});

test('names of generators and of their combinations are unique, and every generator has combinations', ({ known }) => {
  expect(new Set(moves.map(({ name }) => name)).size).toBe(moves.length);
  const wrong = moves.filter((move) => {
    const combinations = move.combinations(known);
    return combinations.length === 0 || new Set(combinations).size !== combinations.length;
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

/** Returns what is wrong with the case that a generator makes of a combination; nothing if it makes none. */
function oddIn(move: CaseGenerator, known: TargetInventory, combination: string): string[] {
  const made = () => move.make(known, combination, seededRandom(move.name, combination));
  const one = made();
  if (!one) return [];
  return [
    ...wellFormed(move, one),
    ...faultsIn(contract, one),
    ...(postsOf(one) > move.posts ? [`${postsOf(one)} POSTs`] : []),
    ...(isDeepStrictEqual(JSON.parse(JSON.stringify(one)), one) ? [] : ['is not what its JSON says']),
    ...(isDeepStrictEqual(made(), one) ? [] : ['another case the second time']),
  ].map((what) => `${combination}: ${what}`);
}

for (const move of moves)
  test(`each combination makes a well-formed case: ${move.name}`, ({ known }) => {
    expect(move.combinations(known).flatMap((combination) => oddIn(move, known, combination))).toEqual([]);
  });

test('nearly every combination makes a case', ({ known }) => {
  const idle = moves.flatMap((move) => {
    const combinations = move.combinations(known);
    const none = combinations.filter((combination) => !move.make(known, combination, seededRandom(1, combination)));
    return none.length / combinations.length < 0.2 ? [] : [`${move.name}: ${none.slice(0, 3).join('; ')}`];
  });
  expect(idle).toEqual([]);
});

test('amounts stay clear of the minimum unless it is the point, since limits may move', ({ known }) => {
  const order = validWrite(known, 'POST /v1/user/exchange', seededRandom(1))?.body ?? {};
  const { minLimit } = known.market.find(({ symbolPair }) => symbolPair === order['symbolPair']) ?? {};
  const lowest = projectPrices(known).flatMap(([, { price }]) =>
    price.minLimit ? [decimal(String(amountAt(price, 'near the least', seededRandom(1)))).div(price.minLimit)] : [],
  );
  const times = [decimal(String(order['amount'])).div(minLimit ?? '0'), ...lowest];
  expect(times.filter((one) => one.lt('1.25'))).toEqual([]);
});
