import { expect, test } from '@playwright/test';
import { barePayin } from '../../../generators/payloads/payment.ts';
import { runAlone } from '../../../traffic/journal/run.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import { commentedInTurn, having } from './refusal.ts';

const plan = create.payin(barePayin({ amount: 10, paymentMethodId: 'PMD-1' }));
const defect = having('amount', 0, 'an amount of zero');

/** Returns the comments of some defects by a method with these optional fields. */
function commentsOf(optional: readonly string[], valid = plan): unknown[] {
  const commented = commentedInTurn({ run: runAlone('out') }, 'MTD-08');
  const bodies = Array.from({ length: 7 }, () => commented({ optional }, defect).change(valid).plan.body);
  expect(bodies.every((body) => body?.['amount'] === 0)).toBe(true);
  return bodies.map((body) => body?.['comment']);
}

test('a defect by a method that lists comments has comments of several lengths, and none at times', () => {
  const comments = commentsOf(['comment']);
  expect(new Set(comments).size).toBe(7);
  expect(comments).toContain(undefined);
});

test('a defect has no comment where the method lists none, and keeps the comment of its plan', () => {
  expect(new Set(commentsOf(['returnUrl']))).toEqual(new Set([undefined]));
  const own = { ...plan, body: { ...plan.body, comment: 'its own' } };
  expect(new Set(commentsOf(['comment'], own))).toEqual(new Set(['its own']));
});
