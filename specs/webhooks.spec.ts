import { isHarmless, listedBody, paymentBody } from '../generators/payloads/payment.ts';
import { isFromSource, isPosted } from '../oracles/webhooks/events/deliveryForm.ts';
import { isUnsigned } from '../oracles/webhooks/events/digest.ts';
import { reportsTheMove, wasAnnounced } from '../oracles/webhooks/events/expected.ts';
import { isOfItsAccount } from '../oracles/webhooks/events/furtherAccounts.ts';
import { agreesInWebhooks } from '../oracles/webhooks/events/paymentDeliveries.ts';
import { agreesWithReads, isReadable } from '../oracles/webhooks/events/readAgreement.ts';
import { isOrderIndependent } from '../oracles/webhooks/events/reordering.ts';
import { answerName } from '../oracles/webhooks/received/answers.ts';
import { isSentAgain } from '../oracles/webhooks/retries/everyDelivery.ts';
import { isOf, type Method } from '../runner/actions/inputs/methods.ts';
import { drawnItem, drawnNumber } from '../runner/actions/inputs/turns.ts';
import { movedOften } from '../runner/actions/payments/detours.ts';
import { type TriggeredKind, triggeredKinds, triggerOf } from '../runner/actions/webhookTriggers.ts';
import {
  create,
  every,
  hostile,
  learnTraits,
  must,
  should,
  test,
  together,
  traceCheck,
} from '../runner/requirement/test.ts';
import type { Tools } from '../runner/requirement/toolbox.ts';
import type { Worker } from '../runner/worker/worker.ts';
import type { Answer, DeliveryPlan } from '../traffic/journal/deliveryPlan.ts';

/** The tools that cause webhooks: they create records of the run that change status. */
type Causes = Pick<Tools, 'api' | 'assertions' | 'compose' | 'control' | 'methods' | 'projects' | 'worker'>;

/** Returns a pay-out to the mock card that succeeds in a sandbox, or else a pay-in that a control action settles. */
function paymentPlan({ assertions, compose, control, methods, worker }: Causes) {
  const { kind, mockCards } = worker.target;
  const isMocked = mockCards !== undefined && (kind === 'sandbox' || kind === 'emulator');
  if (isMocked) {
    const usual = methods.payout({ methodKey: 'CC_VISAMC' });
    const isLike = ({ methodKey, required }: Method) =>
      methodKey === usual.methodKey && required.every((name) => usual.required.includes(name) || isHarmless(name));
    const others = methods.all().filter(isOf('PAYOUT')).filter(isLike);
    // Requirements with neighbouring numbers pay out in different currencies.
    const nth = drawnNumber(worker, 'currencies of pay-outs') + Number(assertions.id.replace(/\D/g, ''));
    const method = others[nth % others.length] ?? usual;
    const card = { ...method, samples: { ...method.samples, cardNumber: mockCards.success } };
    return { plan: create.payout(compose(listedBody(card))), isSettled: false };
  }
  const hint = 'the target file names no mockCards and no levers.control';
  if (!control.declared) assertions.stop({ code: 'missing', wanted: 'a payment that moves', hint, exchanges: [] });
  return { plan: create.payin(compose(paymentBody(methods.payin()))), isSettled: true };
}

const triggerFor = (kind: TriggeredKind, causes: Causes) =>
  triggerOf(kind, { ...causes, log: causes.assertions, payment: () => paymentPlan(causes) });

/** The tools that an experiment needs. */
type Trying = Causes & Pick<Tools, 'webhooks'>;

/** Opens an experiment on the deliveries of a kind of webhook and causes some of them. Returns the values for the assertion. */
async function tried(tools: Trying, webhook: TriggeredKind, plan: DeliveryPlan) {
  const { assertions, webhooks } = tools;
  webhooks.expects(webhook);
  const { match, trigger } = await triggerFor(webhook, tools);
  await webhooks.open({ webhook, match, plan });
  await trigger();
  return { requirement: assertions.id, webhook, plan };
}

/** Returns the kinds of webhooks that the suite can cause: a payment changes on its own, everything else needs a control action. */
function movable({ control, webhooks }: Pick<Tools, 'control' | 'webhooks'>): TriggeredKind[] {
  webhooks.expects('payment');
  const others = triggeredKinds.filter((kind) => kind !== 'payment' && webhooks.receives(kind));
  return ['payment', ...(control.declared ? others : [])];
}

/** Kinds of which a run may take the secret away. */
const mostlySigned: readonly TriggeredKind[] = ['checkout', 'staticAddressPayment'];

/** True for a kind of webhook that is registered with a secret. Only the kind `request` is registered without a secret; it gets one for a while (WHK-02). */
const isSecretive = (kind: TriggeredKind) => kind !== 'request';

/**
 * Returns the kinds that have a secret for the rest of a run, and those that have none: requests have one on every second night, and of the mostly signed kinds
 * none, one or both have none. In a full run all of them change places.
 */
function secretsFromNowOn(worker: Pick<Worker, 'run'>): Record<'signed' | 'bare', readonly TriggeredKind[]> {
  if (worker.run.selection.profile === 'full') return { signed: ['request'], bare: mostlySigned };
  const isSigned = drawnItem(worker, 'a secret of requests', [true, false]);
  const one = mostlySigned.map((kind) => [kind]);
  const bare = drawnItem<readonly TriggeredKind[]>(worker, 'a kind without a secret', [
    isSigned ? mostlySigned : [],
    ...one,
  ]);
  return { signed: isSigned ? ['request'] : [], bare };
}

/** interface.md § Webhook delivery, request. */
test('WHK-01 webhooks are POSTs with a raw JSON body', traceCheck.must, ({ record }) => {
  every(record.sentWebhooks, isPosted);
});

/** interface.md § Authentication, webhook authentication. Other secrets are tried if the suite may set them. */
test(
  'WHK-02 X-Payload-Digest signs the raw body by the secret that is set',
  must,
  async ({ api, combinations, assertions, compose, control, methods, projects, worker, webhooks }) => {
    const causes = {
      api,
      assertions,
      compose,
      control,
      methods,
      projects,
      worker,
    };
    const { renewable, droppable } = await worker.receiver.status();
    const kinds = movable({ control, webhooks }).filter((kind) => isSecretive(kind) || droppable.includes(kind));
    const signs = async (kind: TriggeredKind) => {
      const { match, trigger } = await triggerFor(kind, causes);
      await trigger();
      await webhooks.awaited(match);
      assertions.assert('signsWebhooks', {});
    };
    // Whatever the rest of the run causes, its first attempts and its retries, is judged by the new secrets.
    const others = new Set(kinds.filter((kind) => isSecretive(kind) && renewable.includes(kind)));
    for (const kind of combinations.each(kinds, (name) => name)) {
      if (!isSecretive(kind)) await webhooks.renewSecret(kind);
      await signs(kind);
      if (!isSecretive(kind)) await webhooks.dropSecret(kind);
      if (others.delete(kind)) await webhooks.renewSecret(kind);
      if (kind === 'payment' && renewable.includes(kind)) await signs(kind);
    }
    for (const kind of others) await webhooks.renewSecret(kind);
    // From now on some kinds have a secret that had none before, and the reverse (WHK-03).
    const { signed, bare } = secretsFromNowOn(worker);
    for (const kind of signed) if (kinds.includes(kind) && renewable.includes(kind)) await webhooks.renewSecret(kind);
    for (const kind of bare) if (kinds.includes(kind) && droppable.includes(kind)) await webhooks.dropSecret(kind);
  },
);

test('WHK-03 without a secret there is no X-Payload-Digest', traceCheck.must, ({ record }) => {
  every(record.bareWebhooks, isUnsigned);
});

const inTime: Answer = { status: 200, afterMs: 8_000 };

const taken: readonly Answer[] = [{ status: 200 }, inTime];

/** interface.md § Webhook delivery, success. */
test(
  'WHK-04 no schedule of retries follows an answer of 200',
  should,
  async ({ api, combinations, assertions, compose, control, methods, projects, worker, webhooks }) => {
    const tools = {
      api,
      assertions,
      compose,
      control,
      methods,
      projects,
      worker,
      webhooks,
    };
    for (const answer of combinations.each(taken, answerName))
      assertions.assert('restsAfterSuccess', await tried(tools, 'payment', [answer]));
  },
);

/**
 * Answers that each count as a failure. The receiver gives each answer at least twice, so that a duplicate of the first attempt does not count as its retry; the
 * seed draws how often, and to which kind of webhook.
 */
const failures: readonly Answer[] = [
  ...[500, 503, 429, 404, 410, 400, 401, 201, 204, 301].map((status) => ({ status })),
  { reset: 'before' },
  { reset: 'within' },
  { status: 200, afterMs: 12_000 },
];

/** interface.md § Webhook delivery, failure. */
test(
  'WHK-05 a delivery without an answer of 200 in time is retried',
  must,
  async ({ api, combinations, assertions, compose, control, methods, projects, worker, webhooks }) => {
    const tools = {
      api,
      assertions,
      compose,
      control,
      methods,
      projects,
      worker,
      webhooks,
    };
    for (const answer of combinations.each(failures, answerName)) {
      const draws = `${assertions.id} ${answerName(answer)}`;
      const kind = drawnItem<TriggeredKind>(worker, `${draws} kind`, ['payment', ...movable(tools)]);
      const more = Array.from({ length: drawnNumber(worker, draws) % 9 }, () => answer);
      assertions.assert('retriesAfter', await tried(tools, kind, [answer, answer, ...more, { status: 200 }]));
    }
    // What waits for a retry is not lost when the settings of its kind are saved again.
    const { droppable } = await worker.receiver.status();
    if (droppable.includes('payment')) await webhooks.renewSecret('payment');
    // The answer comes two seconds before the limit of 10 seconds, since the clocks of receiver and sender differ.
    for (const answer of combinations.each([inTime], () => 'an answer in time'))
      assertions.assert('restsAfterSuccess', await tried(tools, 'payment', [answer]));
  },
);

/** interface.md § Webhook delivery, retries. */
test(
  'WHK-06a a delivery that always fails has at most 10 retries',
  must,
  async ({ api, combinations, assertions, compose, control, methods, projects, worker, webhooks }) => {
    const tools = {
      api,
      assertions,
      compose,
      control,
      methods,
      projects,
      worker,
      webhooks,
    };
    for (const kind of combinations.each(movable(tools), (name) => name))
      assertions.assert('retriesAtMost', await tried(tools, kind, [{ status: 500 }]));
  },
);

test(
  'WHK-06b retries are minutes apart, ever later, with the same body',
  should,
  async ({ api, assertions, compose, control, methods, projects, worker, webhooks }) => {
    const tools = {
      api,
      assertions,
      compose,
      control,
      methods,
      projects,
      worker,
      webhooks,
    };
    assertions.assert('retriesLater', await tried(tools, 'payment', [{ status: 503 }]));
  },
);

/** Answers that are slow, but in time, to as many deliveries as come while a payment moves often. */
const slow: Answer = { status: 200, afterMs: 4_000 };
const slowly: DeliveryPlan = [slow, slow, slow, slow, slow, slow, slow, slow, slow, { status: 200 }];

/** interface.md § Webhook delivery, guarantee. */
test(
  'WHK-07 what nobody hears, or is answered slowly, is announced all the same',
  hostile.must,
  async ({ api, combinations, assertions, compose, control, methods, projects, worker, webhooks }) => {
    const tools = {
      api,
      assertions,
      compose,
      control,
      methods,
      projects,
      worker,
      webhooks,
    };
    for (const webhook of combinations.each(movable(tools), (name) => name)) {
      const { match, trigger } = await triggerFor(webhook, tools);
      const plan: DeliveryPlan = [{ status: 200 }];
      await webhooks.open({ webhook, match, plan });
      await webhooks.whileNotListening(trigger);
      assertions.assert('arrivesLater', { requirement: assertions.id, webhook, plan });
    }
    if (!control.declared) return;
    // More moves than most services have webhooks under way to one receiver at a time.
    const clientOrderId = worker.freshKey();
    const method = methods.payin();
    const plan = create.payin({ ...compose(paymentBody(method)), clientOrderId });
    await webhooks.open({ webhook: 'payment', match: clientOrderId, plan: slowly });
    assertions.assert('announcesEachMove', { created: await movedOften({ api, control }, plan) });
  },
);

/** interface.md § Webhook delivery, guarantee: at least once, in any order. The requirement binds the suite. */
test('WHK-08 duplicated or reordered webhooks are not reported as failures', traceCheck.must, ({ record }) => {
  together(record.heard, () => isOrderIndependent(record.whole));
});

/** interface.md § Authentication, webhook authentication, rule 4. */
test('WHK-09 webhooks come from the address that the target names', traceCheck.must, ({ record }) => {
  every(record.sourced, isFromSource(record.whole.target?.webhookSource));
});

/** interface.md § Webhook kinds. LIF-03 checks the webhooks of payments, and SAB-09 the webhooks of payments to static addresses. */
test('WHK-10 each move of a checkout and a request is announced', traceCheck.must, ({ record }) => {
  every(record.owedAcquired, wasAnnounced(record.whole));
  if (record.toldAcquired.items.length > 0) every(record.toldAcquired, isSentAgain(record.whole));
});

test('WHK-11 how webhooks are registered and what they look like', traceCheck.observe, ({ record }) => {
  learnTraits(record.webhookTraits);
});

test('WHK-12 a read shows what a webhook announced, or a later status', traceCheck.must, ({ record }) => {
  every(record.compared, agreesWithReads);
  if (record.owed.items.length > 0) every(record.owed, reportsTheMove(record.whole));
});

test('WHK-13 a payment that a webhook announces can be read', traceCheck.must, ({ record }) => {
  every(record.askedFor, isReadable);
  every(record.accounts, agreesInWebhooks);
  if (record.comparedPayments.items.length > 0) every(record.comparedPayments, agreesWithReads);
  if (record.addressed.items.length > 0) every(record.addressed, isOfItsAccount);
});

test('WHK-14 whether creation itself is announced', traceCheck.observe, ({ record }) => {
  learnTraits(record.beginningsTold);
});
