import { integer } from 'fast-check';
import { partialPaymentAmounts, partialShares } from '../generators/amounts/amounts.ts';
import { longComment, longLengths, nonAsciiTexts } from '../generators/payloads/payin.ts';
import { listedBody, paymentBody } from '../generators/payloads/payment.ts';
import { oddId, unknownId } from '../generators/texts/ids.ts';
import { nearIds } from '../generators/texts/nearMisses.ts';
import { randomOf } from '../generators/values/draw/chance.ts';
import {
  hasNamingLists,
  namedByExchange,
  namedByMethods,
  namedByProjects,
  namesOnChain,
  type RecordView,
} from '../judge/recordView.ts';
import { paymentsAsAsked } from '../oracles/answers/askedIds.ts';
import { hasFormat, hasShape, isListed } from '../oracles/core/contractShape.ts';
import { betweenTexts } from '../oracles/general/observedAnswers.ts';
import { createdWhenSent } from '../oracles/payments/echoed/creationTimes.ts';
import { showsItsCard } from '../oracles/payments/echoed/payoutCards.ts';
import { showsRequest } from '../oracles/payments/echoed/requestedFields.ts';
import { returnsUnchanged } from '../oracles/payments/echoes.ts';
import { flickers } from '../oracles/payments/flickers.ts';
import { isFinalStatus, olderThanRun } from '../oracles/payments/lifecycle.ts';
import { exchangesAsOrdered, orderIdsAgree } from '../oracles/payments/orderRecords.ts';
import { remainderFields } from '../oracles/payments/partialPayment.ts';
import {
  chainlessFaults,
  hasBlockchainOfItsCurrency,
  hasNoNeedlessReason,
  isNewOrPending,
  isUnsetAtCreation,
  orderTypeWith,
  signOf,
} from '../oracles/payments/paymentFields.ts';
import { amountChanged } from '../oracles/payments/rereadPayments.ts';
import { viewsAgree } from '../oracles/payments/viewAgreement.ts';
import { warnsOfOthers } from '../oracles/payments/views/foreignPayments.ts';
import { unreadable } from '../oracles/payments/views/readByIds.ts';
import { listsOnce } from '../oracles/payments/views/wholeLists.ts';
import { agreesInWebhooks } from '../oracles/webhooks/events/paymentDeliveries.ts';
import type { Method } from '../runner/actions/inputs/methods.ts';
import { learnSearchForm, newestPage } from '../runner/actions/inputs/searchQueries.ts';
import { drawnItem, drawnNumber } from '../runner/actions/inputs/turns.ts';
import { passThrough } from '../runner/actions/payments/detours.ts';
import { hasEnded, readUntil } from '../runner/actions/payments/hasEnded.ts';
import { cardPayins, hostToHostPayin } from '../runner/actions/payments/hostToHost.ts';
import { placed } from '../runner/actions/payments/orderRounds.ts';
import {
  coinMethod,
  detourOf,
  partlyPaid,
  payoutBeside,
  quietCardMethod,
} from '../runner/actions/payments/partlyPaid.ts';
import {
  addressed,
  create,
  every,
  hostile,
  learn,
  must,
  observe,
  read,
  test,
  those,
  together,
  traceCheck,
} from '../runner/requirement/test.ts';
import type { Tools } from '../runner/requirement/toolbox.ts';
import { whereOffered } from '../runner/worker/controlActions.ts';
import { type Decimal, decimal } from '../schemas/json/exact.ts';
import type { Exchange } from '../traffic/journal/exchange.ts';
import { textField } from '../traffic/journal/runRecord.ts';

/** interface.md § Payment, the table of fields. */
test('PAY-01 payments have the required fields, every listed field of its type', traceCheck.must, ({ record }) => {
  every(record.payments, hasShape(record.contract, 'Payment'));
});

/** The methods in coins of a direction. */
const inCoins = (direction: Method['orderType']) => ({
  what: `${direction} in coins`,
  is: ({ orderType, methodKey }: Method) => orderType === direction && methodKey === 'CRYPTOCOIN',
});

test('PAY-02 status is one of the eight', traceCheck.must, ({ record }) => {
  every(record.payments, isListed('Payment', 'status', record));
});

/**
 * Returns the values that the methods and projects of the target name in addition to the listed values. Projects count, since a payment may belong to a
 * checkout or a request.
 */
const named = ({ whole: runRecord }: RecordView, name: 'currency' | 'blockchain') => [
  ...namedByMethods(runRecord, name),
  ...namedByProjects(runRecord, name),
  ...(name === 'currency' ? namedByExchange(runRecord) : []),
];

/**
 * Returns the payments of this run: one from before may be in a currency that no list names any more. A recording in which nobody read these lists has none: what
 * it does not show may name any value.
 */
const besideLists = (record: RecordView) =>
  those(
    record.payments,
    'a payment of this run, beside the methods list and deposit options, which name further values',
    ({ value }) => hasNamingLists(record.whole) && !olderThanRun(record.whole)(value),
  );

test('PAY-03 currency is listed or named by the methods list', traceCheck.must, ({ record }) => {
  const rule = isListed('Payment', 'currency', { ...record, also: named(record, 'currency') });
  every(besideLists(record), warnsOfOthers(record.whole, rule));
});

test('PAY-04 blockchain is listed or named by the methods list, none for fiat', traceCheck.must, ({ record }) => {
  const payments = besideLists(record);
  const rule = isListed('Payment', 'blockchain', { ...record, also: named(record, 'blockchain') });
  every(payments, warnsOfOthers(record.whole, rule));
  const onChain: typeof rule = (one) =>
    hasBlockchainOfItsCurrency(one, (currency, blockchain) => namesOnChain(record.whole, currency, blockchain));
  every(payments, warnsOfOthers(record.whole, onChain));
  together(payments, () => chainlessFaults(payments.items));
});

test('PAY-05 sign of amount by order type', traceCheck.observe, ({ record }) => {
  learn(record.paymentsOfAll, (one) => orderTypeWith(one, textField(one.value, 'transactionType')), signOf);
});

test('PAY-06 orderType, transactionType and method are listed', traceCheck.must, ({ record }) => {
  for (const name of ['orderType', 'transactionType', 'method'])
    every(record.payments, isListed('Payment', name, record));
});

test('PAY-07 transactionType by order type', traceCheck.observe, ({ record }) => {
  learn(
    record.paymentsOfAll,
    (one) => orderTypeWith(one, signOf(one)),
    ({ value }) => textField(value, 'transactionType') ?? 'none',
  );
});

/** The pay-outs are those of OUT-01. */
test('PAY-08 externalId is a string when set', must, async ({ api, assertions, methodVariants }) => {
  for (const { name, plan } of methodVariants(listedBody, inCoins('PAYOUT'))) {
    const made = await api.control(plan);
    assertions.assert('accepted', { exchange: made.id, what: `a pay-out of ${name}` });
    await api.reaches(made, 'SUCCESS');
  }
  assertions.assert('externalIdsAreText', {});
});

test('PAY-09 transferTo is OWN-<uuid> when set', traceCheck.must, ({ record }) => {
  every(record.payments, hasFormat('Payment', 'transferTo', record.contract));
});

/** interface.md § Payment, rule 3. */
test(
  'PAY-10a a new pay-in is NEW or PENDING, without externalId and balanceAfterPayment',
  traceCheck.must,
  ({ record }) => {
    every(record.createdPayins, isNewOrPending);
    every(record.createdPayins, isUnsetAtCreation);
  },
);

const redirectedPayins = {
  what: 'pay-in by card or virtual account',
  is: ({ orderType, methodKey }: Method) => orderType === 'PAYIN' && ['CC_VISAMC', 'VA_QR'].includes(methodKey),
};

test('PAY-10b pay-ins by redirect have an absolute payUrl', must, async ({ api, assertions, methodVariants }) => {
  for (const { plan } of methodVariants(paymentBody, redirectedPayins)) {
    const answer = await api.control(plan);
    assertions.assert('hasPayUrl', { exchange: answer.id });
    // Every other pay-in of the run tells its page as well.
    assertions.assert('havePayUrls', {});
  }
});

/** The pay-ins are those of PIN-01. */
test('PAY-10c payUrl of pay-ins by crypto transfer', observe, async ({ api, assertions, methodVariants }) => {
  for (const { plan } of methodVariants(listedBody, inCoins('PAYIN')))
    assertions.assert('payUrlIs', { exchange: (await api.control(plan)).id, key: 'CRYPTOCOIN' });
});

/** interface.md § Resources, Payment: list, search, get-by-id and create pay-in return it. */
test('PAY-11 a payment reads the same in each view, webhooks among them', traceCheck.must, ({ record }) => {
  every(record.stories, viewsAgree);
  every(record.stories, flickers);
  together(record.stories, () => [
    ...paymentsAsAsked(record.whole),
    ...listsOnce(record.whole),
    ...unreadable(record.whole),
  ]);
  if (record.accounts.items.length > 0) every(record.accounts, agreesInWebhooks);
  if (record.echoes.items.length > 0) {
    every(record.echoes, showsRequest(record.whole));
    together(record.echoes, () => [...createdWhenSent(record.whole), ...showsItsCard(record.whole)]);
  }
  if (record.rereads.items.length > 0) every(record.rereads, amountChanged);
  together(record.creations, () => [...orderIdsAgree(record.whole), ...exchangesAsOrdered(record.whole)]);
});

/** The name under which verdicts count ids that are near the id of a payment. */
const near = 'near a real one';

test(
  'PAY-12 an unknown or malformed payment id is refused',
  must.norm,
  async ({ api, assertions, compose, draw, methods, refuses }) => {
    const hint = 'no payment is listed, and none can be created';
    const id =
      (await api.listedPayment()) ??
      (await api.madePayment(compose(paymentBody(methods.payin())))) ??
      assertions.stop({ code: 'missing', wanted: 'a payment that can be read', hint, exchanges: [] });
    const ids = {
      unknown: draw(unknownId('PMT')),
      'of another entity': draw(unknownId('ORD')),
      malformed: 'PMT-12',
      'no id at all': 'payment',
    };
    for (const [why, value] of Object.entries(ids))
      await refuses(api, read.payment(id), {
        ...addressed('id', value, `a payment id that is ${why}`),
        combination: why,
      });
    const order = textField((await api.control(read.payment(id))).json, 'orderId');
    const misses = [
      ...nearIds(randomOf(draw(integer())), id),
      { why: 'the id of a payment method', value: methods.all()[0]?.id },
      { why: 'the UUID of an order', value: order?.replace(/^ORD-/, 'PMT-') },
    ];
    for (const { why, value = id } of misses)
      if (value !== id)
        await refuses(api, read.payment(id), {
          ...addressed('id', value, `a payment id that is ${why}`),
          combination: near,
        });
  },
);

/** interface.md § Payment, rule 2. The test uses a currency that few other tests move, and runs last, so that only its pay-out changes the balance. */
test(
  'PAY-13 PARTIAL_SUCCESS carries the processed amount, the rest returns',
  hostile.must,
  async ({ api, cards, combinations, assertions, deadlines, draw, control, methods, balances, worker }) => {
    const ways = await learnSearchForm(api);
    for (const [nth, kind] of partlyPaid.entries())
      for (const way of combinations.each([kind], String)) {
        const found = (way === 'by card' ? quietCardMethod : coinMethod)({ methods, draw, worker });
        const reason = 'no pay-out in coins has an address to pay to';
        const method = found ?? assertions.stop({ code: 'notApplicable', reason, exchanges: [] });
        const { currency } = method;
        const { body } = draw(paymentBody(method, way === 'by card' ? { cardNumber: cards.other } : {}));
        const part = partialPaymentAmounts(body.amount, method, drawnItem(worker, 'share that is paid', partialShares));
        const prior = await balances.look(currency);
        const from = prior.figure ?? decimal('0');
        const made = await api.send(create.payment(method, body));
        assertions.assert('accepted', { exchange: made.id, what: `a pay-out ${way}` });
        const wanted = 'the payment of the pay-out in search';
        const deadline = { name: 'visibleMs', ms: deadlines.visibleMs } as const;
        const lack = { code: 'noEvidence', wanted, deadline, exchanges: [made.id] } as const;
        const id = (await api.paymentOf(made)) ?? assertions.stop(lack);
        const beside = way === 'by card' ? await payoutBeside({ api, draw }, method, body) : decimal('0');
        const isHeld = (figure: Decimal) => figure.lte(from.minus(part.requested).minus(beside));
        const before = await balances.awaits(currency, isHeld, deadlines.visibleMs);
        const early = await newestPage(api, ways, { currency });
        const outcome = { status: 'PARTIAL_SUCCESS', processedAmount: part.processed };
        await passThrough(control, id, detourOf(worker, nth));
        await control.settle(id, outcome, () => hasEnded(api, id));
        const seen = await readUntil(api, id, { is: isFinalStatus, forMs: deadlines.visibleMs });
        if (way === 'in coins' && textField(seen.json, 'status') !== 'PARTIAL_SUCCESS') {
          const sooner = 'the target had paid the whole pay-out before it could be stopped';
          assertions.lack({ code: 'notApplicable', reason: sooner, exchanges: [made.id, seen.id] });
          continue;
        }
        const held = before.figure ?? decimal('0');
        const isBack = (figure: Decimal) => figure.gte(held.plus(part.rest)) && figure.lte(held.plus(part.most));
        const after = await balances.awaits(currency, isBack, deadlines.visibleMs);
        const late = await newestPage(api, ways, { currency });
        assertions.assert('paidInPart', { exchange: seen.id, ...part }, 'amount');
        const looks = { prior: prior.id, before: before.id, after: after.id, early: early.id, late: late.id };
        const hidden = 'the methods list shows no card method with its whole fee, which returns with the rest';
        if (method.hidesFee) assertions.lack({ code: 'notApplicable', reason: hidden, exchanges: [made.id] });
        else if (held.lt(from) && !isHeld(held))
          assertions.lack({
            ...lack,
            wanted: 'a balance that shows two pay-outs held',
            exchanges: [prior.id, before.id],
          });
        else assertions.assert('restReturned', { ...looks, payment: id, currency, ...part }, 'balance');
      }
  },
);

/** interface.md § Payment, rule 2: the fields for the difference are not shown. */
test('PAY-14 which fields carry the difference of a partial payment', traceCheck.observe, ({ record }) => {
  learn(record.partials, () => 'PARTIAL_SUCCESS', remainderFields);
});

/** Returns the methods in three parts, of each of which a night tries its share, without empty ones; at least one part. */
function inThirds(all: readonly Method[]): readonly Method[][] {
  const parts = [0, 1, 2].map((part) => all.filter((_, at) => at % 3 === part));
  return parts.filter(({ length }, part) => length > 0 || part === 0);
}

/** interface.md § Payment, h2H; § Payments, rule 5. Few other tests make such a pay-in, so that a night makes several. */
test(
  'PAY-15 a host-to-host pay-in says so and carries no payUrl',
  must,
  async ({ api, assertions, compose, methods, methodVariants, paths }) => {
    const reason = 'the target file names no path for host-to-host pay-ins';
    const path = paths.h2hPayin ?? assertions.stop({ code: 'notApplicable', reason, exchanges: [] });
    // A pay-in that many requirements share, which is none.
    await api.control(create.payin(compose(paymentBody(methods.payin()))));
    for (const some of inThirds(methods.all().filter(cardPayins.is)))
      for (const variant of methodVariants(paymentBody, { ...cardPayins, is: (one) => some.includes(one) })) {
        const made = await hostToHostPayin(api, path, variant);
        assertions.assert('isHostToHost', { exchange: made.id, what: `a host-to-host pay-in of ${variant.name}` });
        // Every other one of the run, too.
        assertions.assert('areHostToHost', { path });
      }
  },
);

/** interface.md § Payment, the table of fields. */
test('PAY-16a clientOrderId and comment come back unchanged', traceCheck.must, ({ record }) => {
  every(record.echoes, returnsUnchanged);
});

/** Returns an order of each direction with a comment of each long length; PAY-11 and PAY-16a judge what the views of one that is accepted show. */
function ordersWithLongComments({ compose, methods, worker }: Pick<Tools, 'compose' | 'methods' | 'worker'>) {
  const hasPayouts = methods.all().some(({ orderType }) => orderType === 'PAYOUT');
  const all = [methods.payin(), ...(hasPayouts ? [methods.payout()] : [])];
  return longLengths.flatMap((length) =>
    all.map((method) => {
      const comment = longComment(length, drawnNumber(worker, 'words of long comments'));
      const key = `${length} characters in a ${method.orderType === 'PAYIN' ? 'pay-in' : 'pay-out'}`;
      return { key, plan: create.payment(method, { ...compose(paymentBody(method)), comment }) };
    }),
  );
}

test(
  'PAY-16b which characters beyond ASCII, and which lengths, a comment accepts',
  observe,
  async ({ api, combinations, assertions, compose, methods, worker }) => {
    const body = compose(paymentBody(methods.payins()[0]));
    const texts = Object.entries(nonAsciiTexts);
    const send = (comment: string, more: object = {}) => api.send(create.payin({ ...body, comment, ...more }));
    // One comment with all texts costs one POST; only a refusal needs more requests to find out which text it concerns. PAY-16a judges what becomes of the id.
    const all = await send(texts.map(([, text]) => text).join(betweenTexts), {
      clientOrderId: oddId(worker.appearance.named('-odd')),
    });
    const learnText = (key: string, { id }: Exchange, part: { nth?: number } = {}) =>
      assertions.assert('textBecomes', { exchange: id, key, ...part });
    if (all.class === 'accepted') for (const [nth, [key]] of texts.entries()) learnText(key, all, { nth });
    else for (const [key, text] of combinations.each(texts, ([name]) => name)) learnText(key, await send(text));
    for (const { key, plan } of combinations.each(
      ordersWithLongComments({ compose, methods, worker }),
      (one) => one.key,
    ))
      learnText(key, await placed(api, plan));
  },
);

/** interface.md § Payment, the table of fields. */
test('PAY-17 reason is a string, null or absent', traceCheck.must, ({ record }) => {
  every(record.payments, hasFormat('Payment', 'reason', record.contract));
  every(record.payments, hasNoNeedlessReason);
});

/** interface.md § States and transitions, Payment: FROZEN is intermediate. */
test(
  'PAY-18 a payment that was FROZEN moves on',
  must,
  async ({ api, cards, assertions, compose, control, deadlines, methods }) => {
    const method = methods.payout({ methodKey: 'CC_VISAMC' });
    const made = await api.send(create.payout(compose(paymentBody(method, { cardNumber: cards.other }))));
    assertions.assert('accepted', { exchange: made.id, what: 'a pay-out by card' });
    const wanted = 'the payment of the pay-out in search';
    const deadline = { name: 'visibleMs', ms: deadlines.visibleMs } as const;
    const lack = { code: 'noEvidence', wanted, deadline, exchanges: [made.id] } as const;
    const id = (await api.paymentOf(made)) ?? assertions.stop(lack);
    // Another status change that is already on its way would end the freeze.
    await api.reaches(made, 'PENDING');
    await api.send(read.payment(id));
    await control.settle(id, { status: 'FROZEN' });
    const readAs = (status: string) => readUntil(api, id, { is: (one) => one === status, forMs: deadlines.visibleMs });
    const frozen = await readAs('FROZEN');
    // A return to a status that reads showed is a transition of its own, which LIF-03 expects to be announced.
    await whereOffered(async () => {
      for (const status of ['PENDING', 'FROZEN', 'PENDING']) {
        await control.settle(id, { status });
        const { json } = await readAs(status);
        // A payment that did not move cannot be moved on from where it was to be.
        if (textField(json, 'status') !== status) return;
      }
    });
    await control.settle(id, { status: 'SUCCESS' });
    const after = await readAs('SUCCESS');
    assertions.assert('leavesFrozen', { frozen: frozen.id, after: after.id, status: 'SUCCESS' });
  },
);
