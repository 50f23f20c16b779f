import { expect, test } from '@playwright/test';
import { isLuhnValid, withoutCards } from '../redaction/cardNumbers.ts';
import { drawnCards, strangerCards } from './testCards.ts';

const mockCards = { failed: '4000000000000002', success: '4242424242424242' };
const mocks = Object.values(mockCards);

test('drawn cards are valid, distinct and no mock cards', () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const cards = drawnCards(seed, mockCards);
    expect(cards).toHaveLength(11);
    expect(new Set([...cards, ...mocks]).size).toBe(13);
    expect(cards.slice(0, -strangerCards).filter((card) => !/^\d{16}$/.test(card))).toEqual([]);
    expect(cards.filter((card) => !/^\d{14,19}$/.test(card) || !isLuhnValid(card))).toEqual([]);
    // Whatever the length, no journal keeps the number.
    expect(cards.filter((card) => withoutCards(card).includes(card))).toEqual([]);
    expect(drawnCards(seed, mockCards)).toEqual(cards);
  }
});

test('the first card of a run often begins or ends like a mock card', () => {
  const firsts = Array.from({ length: 40 }, (_, seed) => drawnCards(seed, mockCards)[0] ?? '');
  const share = (is: (card: string, mock: string) => boolean) =>
    firsts.filter((card) => mocks.some((mock) => is(card, mock))).length;
  expect(share((card, mock) => card.slice(0, 6) === mock.slice(0, 6))).toBeGreaterThanOrEqual(10);
  expect(share((card, mock) => card.slice(-4) === mock.slice(-4))).toBeGreaterThanOrEqual(5);
});

test('without mock cards, all cards but the last ones begin like those of the networks that pay-outs by card name', () => {
  const ofNamed = drawnCards(1).map((card) => /^(4|5[15]|2720)/.test(card));
  expect(ofNamed).toEqual([...Array(8).fill(true), ...Array(strangerCards).fill(false)]);
});
