import type { Fate } from '../harness/fates.ts';
import { clockRests, restingClock } from '../harness/levers.ts';
import { leavesFinalStatus, returnsToNew } from '../harness/oracles/lifecycle.ts';
import { stayedFinal } from '../harness/oracles/past.ts';
import { isListed } from '../harness/oracles/shape.ts';
import { hasNoReason, hasNoRequest, hasOneRequest, hasRequest, saysWhy, startsIn } from '../harness/oracles/states.ts';
import { movesFrom } from '../harness/oracles/transitions.ts';
import { creditsBalance } from '../harness/oracles/webhooks/credit.ts';
import { wasAnnounced } from '../harness/oracles/webhooks/owed.ts';
import { endsOnce } from '../harness/oracles/webhooks/payments.ts';
import { isPaymentRecord } from '../harness/oracles/webhooks/posted.ts';
import { announcedTwice } from '../harness/oracles/webhooks/schedule.ts';
import { every, law, learn, must, should, test } from '../harness/test.ts';

/** interface.md § States and transitions, Payment. */
test('LIF-01 a payment in a final status never moves', law.must, ({ record }) => {
  every(record.histories, leavesFinalStatus);
  if (record.rereads.items.length > 0) every(record.rereads, stayedFinal);
  if (record.endedAccounts.items.length > 0) every(record.endedAccounts, endsOnce(record.whole));
});

test('LIF-02 no payment returns to NEW', law.should, ({ record }) => {
  every(record.histories, returnsToNew);
});

/** interface.md § Webhook kinds, payment. That one move is two events shows only where no delivery is taken. */
test('LIF-03 each move of a payment is announced by a webhook', law.must, ({ record }) => {
  every(record.paymentWebhooks, isPaymentRecord(record.contract));
  every(record.owedPayments, wasAnnounced(record.whole));
  if (record.failingPayments.items.length > 0) every(record.failingPayments, announcedTwice);
});

/** interface.md § States and transitions, Checkout. */
test('LIF-04a a checkout starts NEW, its status is one of the six', law.must, ({ record }) => {
  every(record.createdCheckouts, startsIn(record.whole, 'NEW'));
  every(record.checkouts, isListed('Checkout', 'status', record));
});

test('LIF-04b a checkout has no request while NEW', law.should, ({ record }) => {
  every(record.newCheckouts, hasNoRequest);
});

/** interface.md § Checkout, reason. */
test('LIF-05a a checkout in CONFLICT says why by a listed reason', law.must, ({ record }) => {
  every(record.checkoutConflicts, saysWhy('checkout'));
});

test('LIF-05b a checkout that is not in CONFLICT has no reason', law.should, ({ record }) => {
  every(record.quietCheckouts, hasNoReason);
});

/** interface.md § Checkout, request. */
test('LIF-06a a checkout whose currency was chosen has one request, ever', law.must, ({ record }) => {
  every(record.linkedCheckouts, hasOneRequest);
});

test('LIF-06b a checkout that was paid has a request', law.should, ({ record }) => {
  every(record.paidCheckouts, hasRequest);
});

const named = (kind: 'checkout' | 'request', ...fates: readonly Fate[]) => fates.map((fate) => ({ kind, fate }));
const nameOf = ({ kind, fate }: ReturnType<typeof named>[number]) => `${kind} ${fate}`;

/** interface.md § States and transitions, Checkout: its moves are not shown. */
test('LIF-07 a checkout only moves forward and stays where it ends', should, async ({ cells, claims, payers }) => {
  await payers.fate('checkout', 'paid exactly');
  // Before what a target need not take: that a checkout is to expire soon.
  claims.claim('movesForward', {});
  await payers.fate('checkout', 'paid late');
  const odd = named('checkout', 'paid in another currency', 'paid below the minimum');
  for (const { kind, fate } of cells.each(odd, nameOf)) await payers.fate(kind, fate);
  claims.claim('movesForward', {});
});

/** interface.md § Checkout, expiresAt. */
test('LIF-08 a checkout is not EXPIRED before its expiresAt', should, async ({ claims, levers, payers }) => {
  await payers.fate('checkout', 'left alone');
  if (levers.declared) await payers.fate('checkout', 'chosen and left');
  claims.claim('expiresOnTime', {});
});

/** interface.md § States and transitions, Crypto acquiring request. */
test('LIF-09 a request starts WAITING_PAYMENT, its status is one of five', law.must, ({ record }) => {
  every(record.createdRequests, startsIn(record.whole, 'WAITING_PAYMENT'));
  every(record.requests, isListed('Request', 'status', record));
});

test('LIF-10a a request in CONFLICT says why by a listed reason', law.must, ({ record }) => {
  every(record.requestConflicts, saysWhy('request'));
});

/** interface.md § Crypto acquiring request, the rule on payAmount. */
test('LIF-10b paying less than payAmount ends in CONFLICT, UNDERPAID', must, async ({ cells, claims, payers }) => {
  claims.claim('endsUnderpaid', await payers.fate('checkout', 'underpaid'));
  const less = [...named('request', 'underpaid', 'underpaid by a unit'), ...named('checkout', 'underpaid by a unit')];
  for (const { kind, fate } of cells.each(less, nameOf)) claims.claim('endsUnderpaid', await payers.fate(kind, fate));
});

const enough = [...named('checkout', 'paid exactly', 'overpaid'), ...named('request', 'overpaid', 'paid exactly')];

test('LIF-11a paying payAmount or more never ends in UNDERPAID', must, async ({ cells, claims, payers }) => {
  for (const { kind, fate } of cells.each(enough, nameOf))
    claims.claim('neverUnderpaid', await payers.fate(kind, fate));
});

test(
  'LIF-11b paying payAmount or more ends in SUCCESS, more is overpaid',
  should,
  async ({ cells, claims, payers, stage }) => {
    const reason = 'what else a payment is checked for is known of an emulator and a sandbox alone';
    if (!['emulator', 'sandbox'].includes(stage.target.kind))
      claims.stop({ code: 'notApplicable', reason, exchanges: [] });
    for (const { kind, fate } of cells.each(enough, nameOf))
      claims.claim('endsPaid', { ...(await payers.fate(kind, fate)), isMore: fate === 'overpaid' });
  },
);

/** interface.md § Crypto acquiring request, paymentWindowEndsAt. */
test('LIF-12 a request that nobody pays is EXPIRED after its window', must, async ({ claims, payers, stage }) => {
  if (clockRests(stage.target, stage.run.selection))
    claims.stop({ code: 'notApplicable', reason: restingClock, exchanges: [] });
  claims.claim('lapses', await payers.unpaid());
});

/** interface.md § Crypto acquiring request: at most one payment. */
test('LIF-13 a request has at most one payment', must, async ({ cells, claims, payers }) => {
  const ways = ['paid twice', 'paid the rest later', 'paid in halves'] as const;
  const more = [...named('request', ...ways), ...named('checkout', ...ways.toReversed())];
  for (const { kind, fate } of cells.each(more, nameOf)) claims.claim('paidOnce', await payers.fate(kind, fate));
  claims.claim('onePaymentEach', {});
});

test('LIF-14 a checkout and its request settle on one outcome', law.should, ({ record }) => {
  every(record.settledPairs, ({ fault }) => fault);
});

/** interface.md § States and transitions, Incoming blockchain payment. */
test(
  'LIF-15 SUCCESS of an incoming payment credits the merchant balance',
  must,
  async ({ claims, deposits, payers, webhooks }) => {
    webhooks.expects('staticAddressPayment');
    const { several } = await deposits('credited');
    claims.claim('creditsBalance', await several(creditsBalance));
    // One whose payment succeeds and one whose payment may fail: their requests show its states.
    if (payers.canPay('checkout'))
      for (const fate of ['paid exactly', 'underpaid'] as const) await payers.fate('checkout', fate);
    claims.claim('namesChainStates', {});
  },
);

test('LIF-16 the moves of payments, checkouts and requests that were seen', law.observe, ({ record }) => {
  learn(record.moves, movesFrom, ({ to }) => to);
  if (record.endings.items.length === 0) return;
  learn(
    record.endings,
    ({ key }) => key,
    ({ end }) => end,
  );
});
