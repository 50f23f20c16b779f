import { expect, test } from '@playwright/test';
import { sample } from 'fast-check';
import { loadContract } from '../../schemas/load/contract.ts';
import type { Subject } from '../../tests/support/schemas/caseload.ts';
import { documentWith } from '../../tests/support/schemas/sampleDocument.ts';
import { subjectsOf, tableSubjects } from '../../tests/support/schemas/subjects.ts';
import { type ConstraintBoundary, constraintBoundariesIn } from './constraintBoundaries.ts';
import { drawable } from './validValues.ts';
import { variationsOf } from './variations.ts';

const nameOf = ({ schema, keyword, side }: ConstraintBoundary) => `${schema} ${keyword} ${side}`;

/** Returns the boundaries that variations of some generated values try. */
function triedOf({ document, schema }: Subject): Map<string, ConstraintBoundary> {
  const outcome = drawable(document, schema);
  const bases = 'values' in outcome ? sample(outcome.values, { seed: 1, numRuns: 5 }) : [];
  const reasons = bases.flatMap((base) => [...variationsOf({ document, schema, base })].map(({ reason }) => reason));
  return new Map(reasons.map((one) => [nameOf(one), one]));
}

const bounds = /^(?:min|max|exclusive|multipleOf|pattern$|uniqueItems|const)/;

const subjects = [...subjectsOf(await loadContract()), ...tableSubjects()];

test('every boundary that variations try is a known one', () => {
  // Variations also try the keywords within a condition, but those are not counted.
  const isOfNote = ({ schema, keyword }: ConstraintBoundary) => bounds.test(keyword) && !schema.endsWith('/if');
  for (const subject of subjects) {
    const known = new Set([...constraintBoundariesIn(subject.document, subject.schema)].map(nameOf));
    const beyond = [...triedOf(subject)].filter(([name, one]) => isOfNote(one) && !known.has(name));
    expect(
      beyond.map(([name]) => name),
      subject.name,
    ).toEqual([]);
  }
});

test('nearly every boundary can be tried', () => {
  const counts = subjects.map((subject) => {
    const tried = triedOf(subject);
    const known = [...constraintBoundariesIn(subject.document, subject.schema)];
    return { of: known.length, done: known.filter((one) => tried.has(nameOf(one))).length };
  });
  const sum = (name: 'of' | 'done') => counts.reduce((total, one) => total + one[name], 0);
  expect(sum('of')).toBeGreaterThan(1_000);
  expect(sum('done') / sum('of')).toBeGreaterThan(0.9);
});

test('references are followed to their end, and members of answers only are left out', () => {
  const document = documentWith({
    tree: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 0, maxLength: 4 },
        id: { type: 'string', minLength: 3, readOnly: true },
        inner: { $ref: '#/components/schemas/tree' },
        kind: { enum: ['a', 'b'], minLength: 1 },
      },
    },
  } as never);
  const { tree } = (document.components as unknown as { schemas: Record<string, object> }).schemas;
  const at = '/components/schemas/tree';
  const all = [...constraintBoundariesIn(document, tree)].map(nameOf).sort();
  expect(all).toEqual(
    [
      `${at} type out`,
      `${at} required out`,
      `${at}/properties/name type out`,
      ...['in', 'at'].map((side) => `${at}/properties/name minLength ${side}`),
      ...['in', 'at', 'out'].map((side) => `${at}/properties/name maxLength ${side}`),
      ...['in', 'out'].map((side) => `${at}/properties/kind enum ${side}`),
    ].sort(),
  );
});
