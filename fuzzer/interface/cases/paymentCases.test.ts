import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startEmbedded } from '../../../runner/session/embeddedEmulator.ts';
import { Api } from '../../../runner/worker/api.ts';
import { openWorker } from '../../../runner/worker/worker.ts';
import { parseExact, toPlain } from '../../../schemas/json/exact.ts';
import { runAlone } from '../../../traffic/journal/run.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { References, requiredSteps } from '../../engine/cases/references.ts';
import { seededRandom } from '../../engine/cases/seededRandom.ts';
import { readInventory, type TargetInventory } from '../target/targetInventory.ts';
import { targetListFaults } from '../validity/targetListFaults.ts';
import { paymentCases } from './caseGenerators.ts';

/** The inventory of the embedded emulator, read once. */
async function emulatorKnown(): Promise<TargetInventory> {
  const emulator = await startEmbedded({ control: true });
  const out = mkdtempSync(join(tmpdir(), 'assay-moves-'));
  const worker = await openWorker({ run: runAlone(out), target: readTarget(emulator.targetFile), name: 'p' });
  try {
    return await readInventory(worker, new Api(worker, 'labels'));
  } finally {
    await worker.close();
    await emulator.stop();
    rmSync(out, { recursive: true });
  }
}

let known: TargetInventory;

test.beforeAll(async () => {
  known = await emulatorKnown();
});

/** Returns the steps with their references filled as for sending; answers have every field that is referenced. */
function final({ steps }: FuzzCase): CaseStep[] {
  let keys = 0;
  const freshKey = () => {
    keys += 1;
    return `run-key-${keys}`;
  };
  const anything = JSON.stringify({ id: 'PMT-1', content: [{ id: 'PMT-1' }] });
  const references = new References({ freshKey, answerTo: () => anything });
  return steps.map((step) => references.filled(step));
}

const textOf = ({ body }: CaseStep) => (body && 'text' in body ? body.text : '');

function idIn(step: CaseStep): string | undefined {
  const parsed = parseExact(textOf(step));
  const value = 'value' in parsed ? toPlain(parsed.value) : undefined;
  return (value as { clientOrderId?: string } | undefined)?.clientOrderId;
}

/** Returns what the lists report for the last order of a case, and whether its operation used its id before. */
function faultsIn(one: FuzzCase): string[] {
  const steps = final(one);
  const at = steps.findLastIndex(({ method, isLever }) => method !== 'GET' && !isLever);
  const last = steps[at];
  if (!last?.operation) return [];
  const faults = targetListFaults(known, last.operation, textOf(last));
  const isUsed = steps
    .slice(0, at)
    .some((step) => step.operation === last.operation && idIn(step) !== undefined && idIn(step) === idIn(last));
  return [
    ...faults.map(({ keyword, place }) => `${keyword} ${place}`),
    ...(isUsed ? ['unique body/clientOrderId'] : []),
  ];
}

for (const move of paymentCases)
  test(`each variation of the generator ${move.name} matches its label`, () => {
    const combinations = move.combinations(known);
    expect(combinations.length).toBeGreaterThan(0);
    expect(new Set(combinations).size).toBe(combinations.length);
    const made = combinations.map((cell) => ({ cell, one: move.make(known, cell, seededRandom(1, cell)) }));
    expect(made.filter(({ one }) => one).length).toBeGreaterThan(0);
    const labelled = made.flatMap(({ cell, one }) => {
      if (!one || one.label.is === 'odd') return [];
      const isOfPath = one.label.is === 'invalid' && one.label.broken.place === 'path';
      const broken =
        one.label.is === 'invalid' && !isOfPath ? [`${one.label.broken.keyword} ${one.label.broken.place}`] : [];
      return [{ cell, one, broken }];
    });
    expect(labelled.map(({ cell, one }) => [cell, faultsIn(one)])).toEqual(
      labelled.map(({ cell, broken }) => [cell, broken]),
    );
  });

/** Makes one case of each variation, with its generator and combination. */
const everyCase = (...words: readonly number[]) =>
  paymentCases.flatMap((move) =>
    move.combinations(known).map((cell) => ({ move, cell, one: move.make(known, cell, seededRandom(...words)) })),
  );

test('the same seed makes the same case', () => {
  expect(JSON.stringify(everyCase(7, 3))).toBe(JSON.stringify(everyCase(7, 3)));
});

/** Requirements that control requests show in addition to those of their generator. */
const ofControls = ['PIN-01', 'OUT-01', 'SBX-09'];

test('steps and assertions name earlier steps of their case and requirements of their generator', () => {
  const astray = everyCase(7).filter(({ move, one }) => {
    const { steps = [], claims = [] } = one ?? {};
    const named = [...JSON.stringify(claims).matchAll(/"#(\d+)"/g)].map(([, number]) => Number(number));
    return (
      steps.some((step, at) => [...requiredSteps(step)].some((needed) => needed > at)) ||
      named.some((number) => number > steps.length) ||
      claims.some(({ requirement }) => ![...move.evidences, ...ofControls].includes(requirement))
    );
  });
  expect(astray.map(({ move, cell }) => `${move.name}: ${cell}`)).toEqual([]);
});

test('a generator keeps to its cost without control requests, and asserts something outside edge cases', () => {
  const wrong = everyCase(5).filter(({ move, one }) => {
    const posts = one?.steps.filter(({ method, twin, isLever }) => method === 'POST' && !twin && !isLever).length ?? 0;
    const isSilent = one !== undefined && one.label.is !== 'odd' && !one.claims?.length;
    return isSilent || posts > move.posts;
  });
  expect(
    wrong.filter(({ move }) => move.name !== 'random walk').map(({ move, cell }) => `${move.name}: ${cell}`),
  ).toEqual([]);
});
