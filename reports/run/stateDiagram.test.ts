import { expect, test } from '@playwright/test';
import { sampleRequirement } from '../../tests/support/reports/sampleVerdict.ts';
import { stateDiagramOf } from './stateDiagram.ts';

const drawn = (learned: Record<string, string>) =>
  stateDiagramOf([sampleRequirement({ id: 'LIF-16', outcome: 'learned', learned })]);

test('each observed transition is an arrow, and each status is named once', () => {
  const text = drawn({
    'payment from NEW, PAYIN left alone': 'PENDING, FAILED',
    'payment from PENDING, PAYIN left alone': 'FAILED',
  });
  expect(text?.split('\n')).toEqual([
    '```mermaid',
    'stateDiagram-v2',
    '  payment_NEW: NEW',
    '  payment_PENDING: PENDING',
    '  payment_NEW --> payment_PENDING',
    '  payment_FAILED: FAILED',
    '  payment_NEW --> payment_FAILED',
    '  payment_PENDING --> payment_FAILED',
    '```',
  ]);
});

test('without transitions nothing is drawn, and an unknown status is never drawn', () => {
  expect(drawn({})).toBeUndefined();
  expect(stateDiagramOf([])).toBeUndefined();
  expect(
    drawn({ 'payment from NEW, left alone': '```, <b>, a --> b', 'payment from ```, left alone': 'NEW' }),
  ).toBeUndefined();
});
