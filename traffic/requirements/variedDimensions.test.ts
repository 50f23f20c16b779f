import { expect, test } from '@playwright/test';
import { readCatalogue } from './catalogue.ts';
import { isDimension } from './dimensions.ts';
import { readQuantifiers, readVariedDimensions } from './variedDimensions.ts';

const ids = readCatalogue().map(({ id }) => id);
const [quantifiers, varied] = [readQuantifiers(), readVariedDimensions()];

test('each requirement says what its text is stated for, and what runs vary', () => {
  expect(Object.keys(quantifiers).sort()).toEqual(ids.toSorted());
  expect(Object.keys(varied).sort()).toEqual(ids.toSorted());
  const names = Object.values(quantifiers).flatMap(({ over, constant = {} }) => [...over, ...Object.keys(constant)]);
  expect(names.filter((name) => !isDimension(name))).toEqual([]);
});

test('a dimension of the text that a full run keeps constant has its reason, and no other has one', () => {
  const wrong = ids.flatMap((id) => {
    const { over = [], constant = {} } = quantifiers[id] ?? {};
    const kept = over.filter((name) => !varied[id]?.full.includes(name));
    const reasons = Object.keys(constant);
    return kept.toSorted().join() === reasons.toSorted().join()
      ? []
      : [`${id}: constant ${kept.join(' ')}, reasons ${reasons.join(' ')}`];
  });
  expect(wrong).toEqual([]);
});

test('a night varies nothing that a full run keeps constant', () => {
  for (const { night, full } of Object.values(varied)) expect(full).toEqual(expect.arrayContaining([...night]));
});
