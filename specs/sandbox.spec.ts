import { paymentBody } from '../generators/payment.ts';
import { create, must, test } from '../harness/test.ts';

/** interface.md § Sandbox, mock pay-out cards. */
test(
  'SBX-03 a pay-out to the failing mock card reaches FAILED',
  must,
  async ({ api, cards, claims, compose, methods }) => {
    const made = await api.send(
      create.payout(compose(paymentBody(methods.payout({ methodKey: 'CC_VISAMC' }), { cardNumber: cards.failed }))),
    );
    claims.claim('accepted', { exchange: made.id, what: 'a pay-out to the failing mock card' });
    await api.reaches(made, 'FAILED');
    claims.claim('reaches', { created: made.id, status: 'FAILED' });
  },
);

test(
  'SBX-04 a pay-out to the succeeding mock card reaches SUCCESS',
  must,
  async ({ api, cards, claims, compose, methods }) => {
    const made = await api.send(
      create.payout(compose(paymentBody(methods.payout({ methodKey: 'CC_VISAMC' }), { cardNumber: cards.success }))),
    );
    claims.claim('accepted', { exchange: made.id, what: 'a pay-out to the succeeding mock card' });
    await api.reaches(made, 'SUCCESS');
    claims.claim('reaches', { created: made.id, status: 'SUCCESS' });
  },
);

test(
  'SBX-05 a pay-out to any other card stays PENDING',
  must,
  async ({ api, cards, claims, compose, methods, deadlines }) => {
    const made = await api.send(
      create.payout(compose(paymentBody(methods.payout({ methodKey: 'CC_VISAMC' }), { cardNumber: cards.other }))),
    );
    claims.claim('accepted', { exchange: made.id, what: 'a pay-out to another card' });
    await api.appears(made);
    claims.claim('staysPending', { created: made.id, windowMs: deadlines.pendingWindowMs });
  },
);
