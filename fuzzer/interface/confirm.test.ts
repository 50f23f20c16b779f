import { test as base, expect } from '@playwright/test';
import { contractFor } from '../../harness/contracts.ts';
import { runAlone } from '../../harness/run.ts';
import { readTarget } from '../../harness/target.ts';
import { startEmbedded } from '../../harness/targets/embedded.ts';
import { temporaryFolder } from '../../tests/folder.ts';
import type { CaseStep, FuzzCase } from '../case.ts';
import { chanceOf } from '../run/chance.ts';
import { knownOf } from '../run/knowing.ts';
import { descend } from '../shrink/shrink.ts';
import { confirming, type Readers } from './confirm.ts';
import { elsewhere, idsAt } from './elsewhere.ts';
import { movesBy } from './moves.ts';

const test = base.extend<object, { readers: Readers }>({
  readers: [
    async ({}, use) => {
      const emulator = await startEmbedded({ control: true });
      const { path: out, remove } = temporaryFolder();
      const target = readTarget(emulator.targetFile);
      const known = await knownOf({ run: runAlone(out), target, laws: async () => [] });
      await emulator.stop();
      remove();
      await use({ known, contract: await contractFor(undefined) });
    },
    { scope: 'worker' },
  ],
});

/** A case of each move, of the first cell and of one that is drawn. */
function someCases({ known, contract }: Readers): { name: string; one: FuzzCase }[] {
  return movesBy(contract).flatMap((move) => {
    const cells = move.cells(known);
    const drawn = cells.length === 0 ? [] : [chanceOf(3, move.name).pick(cells)];
    return [...new Set([...cells.slice(0, 1), ...drawn])].flatMap((cell) => {
      const one = move.make(known, cell, chanceOf(3, move.name, cell));
      return one ? [{ name: `${move.name}: ${cell}`, one }] : [];
    });
  });
}

const textOf = ({ body }: CaseStep) => (body && 'text' in body ? body.text : '');

/** The smallest case that is still said to be what the whole was. */
const leastOf = async (readers: Readers, whole: FuzzCase) =>
  (await descend(whole, confirming(readers, whole))).at(-1) as FuzzCase;

const pick = (readers: Readers, name: RegExp, cell: RegExp): FuzzCase => {
  const move = movesBy(readers.contract).find((one) => name.test(one.name));
  const found = move?.cells(readers.known).find((one) => cell.test(one));
  const made = found === undefined ? undefined : move?.make(readers.known, found, chanceOf(1, found));
  if (!made) throw new Error(`no case of ${name} ${cell}`);
  return made;
};

/** The same with another body of its last step. */
const bodied = (one: FuzzCase, change: (text: string) => string): FuzzCase => {
  const last = one.steps.at(-1) as CaseStep;
  return {
    ...one,
    steps: one.steps.with(-1, { ...last, body: { type: 'application/json', text: change(textOf(last)) } }),
  };
};

test('each case is what it was, and so is the smallest that is made of it on paper', { tag: '@full' }, async ({
  readers,
}) => {
  for (const { name, one } of someCases(readers)) {
    const isSame = confirming(readers, one);
    expect(isSame(one), name).toBe(true);
    const least = await leastOf(readers, one);
    expect(JSON.stringify(least).length, name).toBeLessThanOrEqual(JSON.stringify(one).length);
    // Those who are said to be the same see each other so.
    expect(confirming(readers, least)(least), name).toBe(true);
    const twins = least.steps.filter(({ twin }) => twin !== undefined).map(textOf);
    expect(one.steps.map(textOf), name).toEqual(expect.arrayContaining(twins));
  }
});

test('a defect is no other, and no second one joins it', ({ readers }) => {
  const whole = pick(readers, /^amount that is none/, /zero|negative/);
  const isSame = confirming(readers, whole);
  expect(isSame(bodied(whole, (text) => text.replace(/"amount":[^,}]+/, '"amount":"0"')))).toBe(false);
  expect(isSame(bodied(whole, (text) => text.replace(/"currency":"[A-Z]+",?/, '')))).toBe(false);
  expect(isSame(bodied(whole, () => '{}'))).toBe(false);
});

test('what is made anew at each sending stays', ({ readers }) => {
  const whole = pick(readers, /^amount that is none/, /zero|negative/);
  expect(confirming(readers, whole)(bodied(whole, (text) => text.replace('{{key}}', 'fixed')))).toBe(false);
});

test('a case is sent elsewhere by the names that the lists have there', ({ readers }) => {
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
  const texts = all.map((one) => JSON.stringify(elsewhere(one, here, there)));
  expect(texts.some((text) => text.includes('there-'))).toBe(true);
  for (const text of texts)
    for (const id of here.ids.values()) expect(text.replaceAll(`there-${id}`, '')).not.toContain(id);
  const nowhere = { accounts: {}, ids: new Map() };
  for (const one of all)
    if ([...here.ids.values()].some((id) => JSON.stringify(one.steps).includes(id)))
      expect(elsewhere(one, here, nowhere)).toBe(undefined);
});
