import { expect, test } from '@playwright/test';
import { array, assert, asyncProperty, integer, record, sample, string, uniqueArray } from 'fast-check';
import { sampleCase, sampleStep } from '../../../tests/support/findings/sampleFindings.ts';
import { postsOf } from '../budget/requestMeter.ts';
import type { FuzzCase } from '../cases/fuzzCase.ts';
import { descend, type Shows, shrink } from './shrink.ts';

type Fields = Record<string, unknown>;

const names = ['amount', 'comment', 'currency', 'method', 'person', 'redirect', 'tags', 'type'] as const;

const fieldsOf = ({ steps }: FuzzCase): Fields => {
  const body = steps.at(-1)?.body;
  return body && 'text' in body ? (JSON.parse(body.text) as Fields) : {};
};

const caseOf = (fields: Fields): FuzzCase => ({
  ...sampleCase,
  steps: [{ ...sampleStep, body: { text: JSON.stringify(fields) } }],
});

/** Generates a body with all fields and a defect that needs some of them, with a minimal length or amount. */
const defectiveBody = record({
  texts: array(string({ minLength: 3, maxLength: 20 }), { minLength: names.length, maxLength: names.length }),
  amount: integer({ min: 10, max: 100_000 }),
  needed: uniqueArray(integer({ min: 0, max: names.length - 1 }), { minLength: 1, maxLength: 3 }),
  least: integer({ min: 0, max: 3 }),
  above: integer({ min: 0, max: 9 }),
});

type DefectiveBody = typeof defectiveBody extends import('fast-check').Arbitrary<infer T> ? T : never;

const completeCase = ({ texts, amount }: DefectiveBody): FuzzCase =>
  caseOf(Object.fromEntries(names.map((name, at) => [name, name === 'amount' ? amount : texts[at]])));

const defectOf = ({ needed, least, above }: DefectiveBody): Shows => {
  return (one) => {
    const fields = fieldsOf(one);
    return needed.every((at) => {
      const value = fields[names[at] as string];
      return typeof value === 'number' ? value > above : typeof value === 'string' && value.length >= least;
    });
  };
};

/** The contract requires an object with a type. */
const isSame: Shows = (one) =>
  typeof fieldsOf(one) === 'object' && !Array.isArray(fieldsOf(one)) && 'type' in fieldsOf(one);

const least = async (original: FuzzCase, ...shows: readonly Shows[]) => {
  const holds: Shows = async (one) => (await Promise.all(shows.map((each) => each(one)))).every(Boolean);
  return (await descend(original, holds)).at(-1);
};

test('a shrunk case fails the same way, keeps its label and stays within the budget', async () => {
  await assert(
    asyncProperty(defectiveBody, integer({ min: 0, max: 30 }), async (given, posts) => {
      let spent = 0;
      const onTarget: Shows = (one) => {
        spent += postsOf(one);
        return defectOf(given)(one);
      };
      const shrunk = await shrink(completeCase(given), { isSame, onTarget, posts });
      expect(await defectOf(given)(shrunk.case)).toBe(true);
      expect(await isSame(shrunk.case)).toBe(true);
      expect(shrunk.posts).toBe(spent);
      expect(spent).toBeLessThanOrEqual(posts);
    }),
  );
});

test('if the emulator fails the same way, one POST confirms the smallest case', async () => {
  for (const given of sample(defectiveBody, { seed: 7, numRuns: 50 })) {
    const shows = defectOf(given);
    const shrunk = await shrink(completeCase(given), { isSame, onEmulator: shows, onTarget: shows, posts: 12 });
    expect(shrunk.case).toEqual(await least(completeCase(given), isSame, shows));
    expect(shrunk.posts).toBeLessThanOrEqual(1);
  }
});

test('an emulator that fails differently leads to no wrong result', async () => {
  for (const given of sample(defectiveBody, { seed: 8, numRuns: 50 })) {
    const onEmulator: Shows = (one) => 'tags' in fieldsOf(one) || Object.keys(fieldsOf(one)).length < 3;
    const shrunk = await shrink(completeCase(given), { isSame, onEmulator, onTarget: defectOf(given), posts: 40 });
    expect(await defectOf(given)(shrunk.case)).toBe(true);
  }
});

test('a case without a failing smaller case stays unchanged', async () => {
  const original = caseOf({ type: 'x', amount: 5 });
  const onlyThis: Shows = (one) => JSON.stringify(one) === JSON.stringify(original);
  expect(await shrink(original, { isSame, onTarget: onlyThis, posts: 12 })).toMatchObject({ case: original });
});

test('each case is sent to the target once', async () => {
  const asked: string[] = [];
  const onTarget: Shows = (one) => {
    asked.push(JSON.stringify(one.steps));
    return 'comment' in fieldsOf(one);
  };
  await shrink(caseOf({ type: 'x', comment: 'yyyy', amount: 77 }), { isSame, onTarget, posts: 30 });
  expect(new Set(asked).size).toBe(asked.length);
});
