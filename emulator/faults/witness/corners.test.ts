import { expect, test } from '@playwright/test';
import { conformingRules } from '../../rules/index.ts';
import { rulesNamed } from '../catalogue.ts';
import { KINDS } from '../corners/predicates.ts';
import { witnessedCorners, witnessesOf } from './corners.ts';
import { drawnPredicate } from './draw.ts';
import { play } from './play.ts';
import { newChance, shuffled } from './stage/chance.ts';
import { comparedPlays } from './witness.ts';

test('a play is repeatable, and two seeds differ', () => {
  const played = play(conformingRules, 'one');
  expect(comparedPlays(played, play(conformingRules, 'one'))).toBeUndefined();
  expect(comparedPlays(played, play(conformingRules, 'two'))).toBeDefined();
});

test('a play sends and receives several hundred calls and deliveries of most operations', () => {
  const seen = play(conformingRules, 'one').flat();
  expect(seen.length).toBeGreaterThan(800);
  expect(new Set(seen.map(({ kind }) => kind)).size).toBeGreaterThan(22);
  expect(seen.filter(({ text }) => text.includes('crashed'))).toEqual([]);
});

test('choices are repeatable and keep their bounds', () => {
  const drawn = (): number[] =>
    Array.from(
      { length: 50 },
      (
        (chance) => () =>
          chance.below(7)
      )(newChance('x')),
    );
  expect(drawn()).toEqual(drawn());
  expect(drawn().every((one) => one >= 0 && one < 7)).toBe(true);
  expect(shuffled(newChance('x'), [1, 2, 3, 4]).sort()).toEqual([1, 2, 3, 4]);
});

test('the same seed yields the same corners, each with a witness that its name shows again', { tag: '@full' }, () => {
  const corners = witnessedCorners({ count: 5, seed: 3 });
  expect(witnessedCorners({ count: 5, seed: 3 })).toEqual(corners);
  expect(corners).toHaveLength(5);
  expect(new Set(corners.map(({ section }) => section)).size).toBe(5);
  expect(new Set(corners.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(4);
  const again = witnessesOf(
    corners.map(({ name }) => name),
    3,
  );
  expect(again.map(({ name, witness }) => [name, witness])).toEqual(
    corners.map(({ name, witness }) => [name, witness]),
  );
  for (const { share, witness } of corners) {
    expect(share).toBeGreaterThanOrEqual(0.02);
    expect(share).toBeLessThanOrEqual(0.35);
    expect(witness.differences).toBeLessThanOrEqual(witness.calls / 2);
    expect(witness.differing).not.toBe(witness.conforming);
  }
});

test('a corner that nobody reaches has no witness, nor has one that shows in most calls', () => {
  const unreachable = 'corner:over-limit~size~a0~from~999999999999';
  const usual = 'corner:order-id-quoted~nth~nth~from~1';
  expect(rulesNamed(unreachable)).toBeDefined();
  expect(rulesNamed(usual)).toBeDefined();
  expect(witnessesOf([unreachable, usual], 1)).toEqual([]);
});

test('a predicate is drawn only where its share can be that of a corner', () => {
  const uses = (texts: readonly string[]) =>
    texts.map((text) => ({ args: [], facts: new Map([['b.currency', text]]) }));
  const drawn = drawnPredicate(newChance('x'), 'chain', uses([...Array(9).fill('EUR'), 'USD']));
  expect(drawn).toMatchObject({ share: 0.1, predicate: { fact: 'b.currency', form: 'is', constants: ['USD'] } });
  expect(drawnPredicate(newChance('x'), 'chain', uses(Array(9).fill('EUR')))).toBeUndefined();
  expect(drawnPredicate(newChance('x'), 'page', uses(['EUR', 'USD']))).toBeUndefined();
  expect(Object.keys(KINDS).length).toBeGreaterThanOrEqual(10);
});
