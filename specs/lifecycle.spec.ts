import { farExpiries, textsInTurn } from '../generators/payloads/checkout.ts';
import { baselineKeyOf } from '../oracles/acquiring/lifecycle/observedTransitions.ts';
import { endsByItsPayment } from '../oracles/acquiring/lifecycle/paidEnds.ts';
import {
  hasListedReason,
  hasNoReason,
  hasNoRequest,
  hasOneRequest,
  hasRequest,
  startsIn,
} from '../oracles/acquiring/lifecycle/statusRules.ts';
import { isListed } from '../oracles/core/contractShape.ts';
import { backToNewFault, leftFinalFault } from '../oracles/payments/lifecycle.ts';
import { leftFinalSince } from '../oracles/payments/rereadPayments.ts';
import { creditsBalance } from '../oracles/webhooks/deposits/credits.ts';
import { isPaymentRecord } from '../oracles/webhooks/events/deliveryForm.ts';
import { wasAnnounced } from '../oracles/webhooks/events/expected.ts';
import { wasAnnouncedThere } from '../oracles/webhooks/events/furtherAccounts.ts';
import { endsOnce } from '../oracles/webhooks/events/paymentDeliveries.ts';
import { payInNearAssets } from '../runner/actions/acquiring/nearAssets.ts';
import type { PaymentScenario } from '../runner/actions/acquiring/paymentScenarios.ts';
import { freeCheckout } from '../runner/actions/inputs/drawnBodies.ts';
import { drawnItem, drawnNumber } from '../runner/actions/inputs/turns.ts';
import { create, every, learn, must, should, test, traceCheck } from '../runner/requirement/test.ts';
import { mustNotMoveClock, whyClockIsNotMoved } from '../runner/worker/controlActions.ts';
import { targetNow } from '../runner/worker/targetNow.ts';

/** interface.md § States and transitions, Payment. */
test('LIF-01 a payment in a final status never moves', traceCheck.must, ({ record }) => {
  every(record.histories, leftFinalFault);
  if (record.rereads.items.length > 0) every(record.rereads, leftFinalSince);
  if (record.endedAccounts.items.length > 0) every(record.endedAccounts, endsOnce(record.whole));
});

test('LIF-02 no payment returns to NEW', traceCheck.should, ({ record }) => {
  every(record.histories, backToNewFault);
});

/** interface.md § Webhook kinds, payment. The suite can see two events for one move only if it accepts no delivery. */
test('LIF-03 each move of a payment is announced by a webhook', traceCheck.must, ({ record }) => {
  every(record.paymentWebhooks, isPaymentRecord(record.contract));
  every(record.owedPayments, wasAnnounced(record.whole));
  if (record.owedElsewhere.items.length > 0) every(record.owedElsewhere, wasAnnouncedThere(record.whole));
});

/** interface.md § States and transitions, Checkout. */
test('LIF-04a a checkout starts NEW, its status is one of the six', traceCheck.must, ({ record }) => {
  every(record.createdCheckouts, startsIn(record.whole, 'NEW'));
  every(record.checkouts, isListed('Checkout', 'status', record));
});

test('LIF-04b a checkout has no request while NEW', traceCheck.should, ({ record }) => {
  every(record.newCheckouts, hasNoRequest);
});

/** interface.md § Checkout, reason. */
test('LIF-05a a checkout in CONFLICT says why by a listed reason', traceCheck.must, ({ record }) => {
  every(record.checkoutConflicts, hasListedReason('checkout'));
});

test('LIF-05b a checkout or request not in CONFLICT has no reason', traceCheck.should, ({ record }) => {
  const [requests, checkouts] = [record.quietRequests, record.quietCheckouts];
  if (requests.items.length > 0) every(requests, hasNoReason);
  if (checkouts.items.length > 0 || requests.items.length === 0) every(checkouts, hasNoReason);
});

/** interface.md § Checkout, request. */
test('LIF-06a a checkout whose currency was chosen has one request, ever', traceCheck.must, ({ record }) => {
  every(record.linkedCheckouts, hasOneRequest(record.whole));
});

test('LIF-06b a checkout that was paid has a request', traceCheck.should, ({ record }) => {
  every(record.paidCheckouts, hasRequest);
});

const named = (kind: 'checkout' | 'request', ...scenarios: readonly PaymentScenario[]) =>
  scenarios.map((scenario) => ({ kind, fate: scenario }));
interface Named {
  kind: 'checkout' | 'request';
  fate: PaymentScenario;
  turn?: number;
}

const nameOf = ({ kind, fate: scenario, turn }: Named) =>
  turn === undefined ? `${kind} ${scenario}` : `${kind} ${scenario} on other terms, ${turn}`;

/** So many more records of some scenarios, each with another asset, project, price and difference; they take turns. */
const mostTurns = 10;

const inTurns = (all: readonly Named[]): Named[] =>
  Array.from({ length: mostTurns }, (_, turn) => all.filter((_one, index) => index === turn % all.length)).flatMap(
    (some, turn) => some.map((one) => ({ ...one, turn })),
  );

/** interface.md § States and transitions, Checkout: its transitions are not shown. */
test(
  'LIF-07 a checkout only moves forward and stays where it ends',
  should,
  async ({ api, combinations, assertions, control, paidRequests, projects, readBacks, worker }) => {
    await paidRequests.scenario('checkout', 'paid exactly');
    // The assertion comes before the next scenario, since a target need not accept a checkout that expires soon.
    assertions.assert('movesForward', {});
    await paidRequests.scenario('checkout', 'paid late');
    await paidRequests.scenario('checkout', 'paid as it ends');
    const others = named('checkout', 'paid in another currency', 'paid on another blockchain');
    for (const { kind, fate: scenario } of combinations.each(
      [...others, ...named('request', 'paid on another blockchain'), ...named('checkout', 'paid below the minimum')],
      nameOf,
    )) {
      const paid = await paidRequests.scenario(kind, scenario);
      if (scenario !== 'paid below the minimum') assertions.assert('neverSettles', paid);
    }
    for (const paid of await payInNearAssets({ api, control, log: assertions, projects, readBacks, worker }))
      assertions.assert('neverSettles', paid);
    assertions.assert('movesForward', {});
  },
);

/** A timer that counts milliseconds in 32 bits ends after this time, ms. */
const longestTimerMs = 2 ** 31;

/** interface.md § Checkout, expiresAt. */
test(
  'LIF-08 a checkout is EXPIRED at its expiresAt, and not before',
  should,
  async ({ api, assertions, control, paidRequests, projects, worker }) => {
    await paidRequests.scenario('checkout', 'left alone');
    if (control.declared) await paidRequests.scenario('checkout', 'chosen and left');
    // A target may refuse so long a life. What it accepts, the final reads look at.
    const { id, options, assets } = await projects.drawn(assertions.id);
    const now = targetNow(options);
    const [first = '', ...more] = Object.values(farExpiries(now)).filter(
      (end) => Date.parse(end) - now > longestTimerMs,
    );
    const expiresAt = drawnItem(worker, 'a far life', [first, ...more]);
    const texts = textsInTurn(drawnNumber(worker, 'a name to keep'), drawnNumber(worker, 'a returnUrl to keep'));
    const free = freeCheckout({ worker, name: assertions.id }, assets);
    await api.send(create.checkout(id, { ...free, ...texts, expiresAt }));
    assertions.assert('expiresOnTime', {});
    assertions.assert('endsInTime', { of: 'checkout' });
  },
);

/** interface.md § States and transitions, Checkout: EXPIRED, payment not completed before expiry. Its request may have the later time. */
test('LIF-20 a checkout that nobody pays is EXPIRED after its time', traceCheck.must, ({ record }) => {
  every(record.unpaidEnds, ({ fault }) => fault);
});

/** interface.md § Crypto acquiring request: a specific amount of a currency on a blockchain; its states SUCCESS and EXPIRED. */
test('LIF-21 the payment of a request decides how it ends', traceCheck.must, ({ record }) => {
  every(record.requestsPaid, endsByItsPayment(record.whole));
});

/** interface.md § States and transitions, Crypto acquiring request. */
test('LIF-09 a request starts WAITING_PAYMENT, its status is one of five', traceCheck.must, ({ record }) => {
  every(record.createdRequests, startsIn(record.whole, 'WAITING_PAYMENT'));
  every(record.requests, isListed('Request', 'status', record));
});

test('LIF-10a a request in CONFLICT says why by a listed reason', traceCheck.must, ({ record }) => {
  every(record.requestConflicts, hasListedReason('request'));
});

/** interface.md § Crypto acquiring request, the rule on payAmount. */
test(
  'LIF-10b paying less than payAmount ends in CONFLICT, UNDERPAID',
  must,
  async ({ combinations, assertions, paidRequests }) => {
    assertions.assert('endsUnderpaid', await paidRequests.scenario('checkout', 'underpaid'));
    const less: readonly Named[] = [
      ...named('request', 'underpaid', 'underpaid by a unit'),
      ...named('checkout', 'underpaid by a unit'),
    ];
    const others = inTurns([...named('checkout', 'underpaid'), ...named('request', 'underpaid')]);
    for (const { kind, fate: scenario, turn } of combinations.each([...less, ...others], nameOf))
      assertions.assert('endsUnderpaid', await paidRequests.scenario(kind, scenario, turn));
  },
);

const settling = [...named('checkout', 'paid exactly', 'overpaid'), ...named('request', 'overpaid', 'paid exactly')];
/** What is enough: payAmount and more, and on every night, for records without a price, the least that their asset takes. */
const enough: readonly (readonly Named[])[] = [
  [...settling, ...inTurns(settling)],
  [...named('request', 'paid the least'), ...named('checkout', 'paid the least')],
];

test(
  'LIF-11a paying payAmount or more never ends in UNDERPAID',
  must,
  async ({ combinations, assertions, paidRequests }) => {
    for (const some of enough)
      for (const { kind, fate: scenario, turn } of combinations.each(some, nameOf))
        assertions.assert('neverUnderpaid', await paidRequests.scenario(kind, scenario, turn));
  },
);

test(
  'LIF-11b paying payAmount or more ends in SUCCESS, more is overpaid',
  should,
  async ({ combinations, assertions, paidRequests, worker }) => {
    const reason = 'only an emulator and a sandbox reveal what else a payment is checked for';
    if (!['emulator', 'sandbox'].includes(worker.target.kind))
      assertions.stop({ code: 'notApplicable', reason, exchanges: [] });
    for (const some of enough)
      for (const { kind, fate: scenario, turn } of combinations.each(some, nameOf))
        assertions.assert('endsPaid', {
          ...(await paidRequests.scenario(kind, scenario, turn)),
          isMore: scenario === 'overpaid',
        });
    assertions.assert('enoughSucceeds', {});
  },
);

/** interface.md § Crypto acquiring request, paymentWindowEndsAt. */
test(
  'LIF-12 a request that nobody pays is EXPIRED after its window',
  must,
  async ({ assertions, paidRequests, worker }) => {
    if (mustNotMoveClock(worker.target, worker.run.selection))
      assertions.stop({ code: 'notApplicable', reason: whyClockIsNotMoved, exchanges: [] });
    assertions.assert('lapses', await paidRequests.unpaid());
    assertions.assert('endsInTime', { of: 'request' });
  },
);

/** interface.md § Crypto acquiring request: at most one payment. */
test('LIF-13 a request has at most one payment', must, async ({ combinations, assertions, paidRequests }) => {
  // A second payment in full and one in part, each at once and after the end, are tried every night.
  for (const fate of ['paid twice', 'paid in halves'] as const)
    for (const { kind, fate: scenario } of combinations.each(
      [...named('request', fate), ...named('checkout', fate)],
      nameOf,
    ))
      assertions.assert('paidOnce', await paidRequests.scenario(kind, scenario));
  assertions.assert('onePaymentEach', {});
});

test('LIF-14 a checkout and its request settle on one outcome', traceCheck.should, ({ record }) => {
  every(record.settledPairs, ({ fault }) => fault);
});

/** interface.md § States and transitions, Incoming blockchain payment. */
test(
  'LIF-15 SUCCESS of an incoming payment credits the merchant balance',
  must,
  async ({ assertions, deposits, paidRequests, webhooks }) => {
    webhooks.expects('staticAddressPayment');
    const { several } = await deposits('credited');
    assertions.assert('creditsBalance', await several(creditsBalance));
    // One payment succeeds and one may fail. The requests of both payments show the states of a blockchain payment.
    if (paidRequests.canPay('checkout'))
      for (const scenario of ['paid exactly', 'underpaid'] as const) await paidRequests.scenario('checkout', scenario);
    assertions.assert('namesChainStates', {});
  },
);

test('LIF-16 the observed transitions of payments, checkouts and requests', traceCheck.observe, ({ record }) => {
  learn(record.moves, baselineKeyOf, ({ to }) => to);
  if (record.endings.items.length === 0) return;
  learn(
    record.endings,
    ({ key }) => key,
    ({ end }) => end,
  );
});
