import { test as base, expect } from '@playwright/test';
import { startEmbedded } from '../../../runner/session/embeddedEmulator.ts';
import { temporaryFolder } from '../../../tests/support/product/temporaryFolder.ts';
import { runAlone } from '../../../traffic/journal/run.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import { targetContract } from '../../../traffic/target/targetContract.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { seededRandom } from '../../engine/cases/seededRandom.ts';
import { descend } from '../../engine/shrink/shrink.ts';
import { caseGenerators } from '../cases/caseGenerators.ts';
import { inventoryOf } from '../shrink/shrunkCaseValidity.ts';
import { idsAt, retarget } from '../target/retarget.ts';
import { caseValidity, type ValiditySources } from './caseValidity.ts';

const test = base.extend<object, { readers: ValiditySources }>({
  readers: [
    async ({}, use) => {
      const emulator = await startEmbedded({ control: true });
      const { path: out, remove } = temporaryFolder();
      const target = readTarget(emulator.targetFile);
      const known = await inventoryOf({ run: runAlone(out), target, traceChecks: async () => [] });
      await emulator.stop();
      remove();
      await use({ known, contract: await targetContract(undefined) });
    },
    { scope: 'worker' },
  ],
});

/** Makes cases of each generator: of its first combination and of a random one. */
function someCases({ known, contract }: ValiditySources): { name: string; one: FuzzCase }[] {
  return caseGenerators(contract).flatMap((move) => {
    const combinations = move.combinations(known);
    const drawn = combinations.length === 0 ? [] : [seededRandom(3, move.name).pick(combinations)];
    return [...new Set([...combinations.slice(0, 1), ...drawn])].flatMap((combination) => {
      const one = move.make(known, combination, seededRandom(3, move.name, combination));
      return one ? [{ name: `${move.name}: ${combination}`, one }] : [];
    });
  });
}

const textOf = ({ body }: CaseStep) => (body && 'text' in body ? body.text : '');

/** Returns the smallest case that still counts as the original. */
const leastOf = async (readers: ValiditySources, original: FuzzCase) =>
  (await descend(original, caseValidity(readers, original))).at(-1) as FuzzCase;

const pick = (readers: ValiditySources, name: RegExp, combination: RegExp): FuzzCase => {
  const move = caseGenerators(readers.contract).find((one) => name.test(one.name));
  const found = move?.combinations(readers.known).find((one) => combination.test(one));
  const made = found === undefined ? undefined : move?.make(readers.known, found, seededRandom(1, found));
  if (!made) throw new Error(`no case of ${name} ${combination}`);
  return made;
};

/** Returns the case with another body in its last step. */
const bodied = (one: FuzzCase, change: (text: string) => string): FuzzCase => {
  const last = one.steps.at(-1) as CaseStep;
  return {
    ...one,
    steps: one.steps.with(-1, { ...last, body: { type: 'application/json', text: change(textOf(last)) } }),
  };
};

test('each case and the smallest case derived from it keep their identity', { tag: '@full' }, async ({ readers }) => {
  for (const { name, one } of someCases(readers)) {
    const isSame = caseValidity(readers, one);
    expect(isSame(one), name).toBe(true);
    const least = await leastOf(readers, one);
    expect(JSON.stringify(least).length, name).toBeLessThanOrEqual(JSON.stringify(one).length);
    // A case that counts as the original also counts as itself.
    expect(caseValidity(readers, least)(least), name).toBe(true);
    const controls = least.steps.filter(({ twin }) => twin !== undefined).map(textOf);
    expect(one.steps.map(textOf), name).toEqual(expect.arrayContaining(controls));
  }
});

test('a defect does not become another, and no second one is added', ({ readers }) => {
  const original = pick(readers, /^amount that is none/, /zero|negative/);
  const isSame = caseValidity(readers, original);
  expect(isSame(bodied(original, (text) => text.replace(/"amount":[^,}]+/, '"amount":"0"')))).toBe(false);
  expect(isSame(bodied(original, (text) => text.replace(/"currency":"[A-Z]+",?/, '')))).toBe(false);
  expect(isSame(bodied(original, () => '{}'))).toBe(false);
});

test('a value made anew at each sending stays', ({ readers }) => {
  const original = pick(readers, /^amount that is none/, /zero|negative/);
  expect(caseValidity(readers, original)(bodied(original, (text) => text.replace('{{key}}', 'fixed')))).toBe(false);
});

test('a case is sent to another target with the ids that its lists have for the names', ({ readers }) => {
  const { accounts, methods, projects } = readers.known;
  const idsOf = (prefix: string) =>
    idsAt(
      { projects: projects.map(({ id, settings }) => ({ ...settings, id: `${prefix}${id}` })) },
      methods.map((method) => ({ ...method, id: `${prefix}${method.id}` })),
    );
  const [here, there] = [
    { accounts, ids: idsOf('') },
    { accounts, ids: idsOf('there-') },
  ];
  const all = someCases(readers)
    .flatMap(({ one }) => (JSON.stringify(one).length < 3_000 ? [one] : []))
    .slice(0, 40);
  const texts = all.map((one) => JSON.stringify(retarget(one, here, there)));
  expect(texts.some((text) => text.includes('there-'))).toBe(true);
  for (const text of texts)
    for (const id of here.ids.values()) expect(text.replaceAll(`there-${id}`, '')).not.toContain(id);
  const nowhere = { accounts: {}, ids: new Map() };
  for (const one of all)
    if ([...here.ids.values()].some((id) => JSON.stringify(one.steps).includes(id)))
      expect(retarget(one, here, nowhere)).toBe(undefined);
});
