import type { Arbitrary } from 'fast-check';
import { amountForAll, nextAmount } from '../generators/amounts/amounts.ts';
import { unlistedPairs } from '../generators/payloads/payin.ts';
import { type BodyOrMissing, listedBody, paymentBody, requiredBody } from '../generators/payloads/payment.ts';
import { unknownId } from '../generators/texts/ids.ts';
import { fittingSpelling, numberSpellings } from '../generators/texts/spellings.ts';
import { fitsContract } from '../oracles/core/answerTypes.ts';
import { onlyReads } from '../oracles/general/readOnlyRun.ts';
import { isPaymentRecord } from '../oracles/webhooks/events/deliveryForm.ts';
import { isNamedByCurrency, type Method, methodName } from '../runner/actions/inputs/methods.ts';
import { cardPayouts } from '../runner/actions/inputs/mockCards.ts';
import { drawnItem, inTurn } from '../runner/actions/inputs/turns.ts';
import { hasEnded } from '../runner/actions/payments/hasEnded.ts';
import { refusesCredential } from '../runner/actions/refusals/otherCredential.ts';
import { both, create, every, having, must, test, together, traceCheck } from '../runner/requirement/test.ts';
import type { Worker } from '../runner/worker/worker.ts';
import { paymentLifecycle } from '../schemas/domain/lifecycles.ts';
import { textField } from '../traffic/journal/runRecord.ts';
import { withBody, withoutKey } from '../traffic/transport/requestPlan.ts';

/** interface.md § Sandbox: credentials of one environment do not work in another. Only signed reads are sent, so that no secret leaves. */
test(
  'SBX-01 credentials of another environment are refused',
  must,
  async ({ accounts, api, assertions, sampleRequests }) => {
    const elsewhere = accounts.of('otherEnvironment');
    const reads = { is: (operation: string) => operation.startsWith('GET '), leavesOut: 'what is lacking' } as const;
    // AUT-07 reports the operations for which no plan can be made.
    for await (const { operation, plan } of sampleRequests(paymentBody, reads)) {
      const defect = `${operation} by a credential of another environment`;
      await refusesCredential({ api, assertions }, plan, { by: elsewhere, defect });
    }
  },
);

/** interface.md § Sandbox: formats are identical to production, so one contract serves both. */
test('SBX-02 answers of every environment fit the one contract', traceCheck.must, ({ record }) => {
  every(record.answers, fitsContract(record.contract));
  if (record.paymentWebhooks.items.length > 0) every(record.paymentWebhooks, isPaymentRecord(record.contract));
});

/** Returns the body of a pay-out to a card, by currency and method or by the id of the method. */
const toCard =
  (card: string | ((name: string) => string), isById: boolean) =>
  (method: Method): Arbitrary<BodyOrMissing> => {
    const cardNumber = typeof card === 'string' ? card : card(methodName(method));
    return isById
      ? listedBody({ ...method, samples: { ...method.samples, cardNumber } })
      : paymentBody(method, { cardNumber });
  };

/** The ways to name a method, which the seed of a run draws. */
const isNamedById = (worker: Worker, what: string) => drawnItem(worker, `${what} by id`, [true, false]);

/** interface.md § Sandbox, mock pay-out cards. */
test(
  'SBX-03 a pay-out to the failing mock card reaches FAILED',
  must,
  async ({ api, cards, assertions, methodVariants, worker }) => {
    // Nothing is lost with an order that has no id of ours, since it fails: every other one has none.
    const nextIsNamed = inTurn(worker, 'a failing pay-out with clientOrderId', [true, false]);
    for (const { name, plan } of methodVariants(toCard(cards.failed, isNamedById(worker, 'failed')), cardPayouts)) {
      const made = await api.send(nextIsNamed() ? plan : withoutKey(plan));
      assertions.assert('accepted', { exchange: made.id, what: `a pay-out of ${name} to the failing mock card` });
      await api.reaches(made, 'FAILED');
      assertions.assert('reaches', { created: made.id, status: 'FAILED' });
    }
    // Other requirements send pay-outs to the mock cards, too: in other currencies, of other amounts, several alike.
    assertions.assert('endAsTheirCard', { card: 'failed', status: 'FAILED' });
  },
);

test(
  'SBX-04 a pay-out to the succeeding mock card reaches SUCCESS',
  must,
  async ({ api, cards, assertions, methodVariants, worker }) => {
    const nextSpelling = inTurn(worker, 'the amount of a twin', numberSpellings);
    const nextIsEqual = inTurn(worker, 'a twin of the same amount', [true, false]);
    for (const { method, name, plan } of methodVariants(
      toCard(cards.success, isNamedById(worker, 'success')),
      cardPayouts,
    )) {
      const made = await api.send(plan);
      assertions.assert('accepted', { exchange: made.id, what: `a pay-out of ${name} to the succeeding mock card` });
      await api.reaches(made, 'SUCCESS');
      assertions.assert('reaches', { created: made.id, status: 'SUCCESS' });
      // The final reads show the ends of its twins. A target may refuse one of the same amount as a double, but an accepted one ends as its card says.
      if (nextIsEqual()) {
        await api.send(withBody(plan, { ...plan.body }));
        continue;
      }
      // An amount that is a unit away makes no double, however it is written.
      const amount = nextAmount(plan.body?.['amount'], method);
      const { name: spelling, text } = fittingSpelling(nextSpelling(), amount, method.scale);
      const twin = await api.send(withBody(plan, { ...plan.body, amount }), { text });
      const what = `a pay-out of ${name} like the one before, its amount a unit away and with ${spelling},`;
      assertions.assert('acceptedLike', { exchange: twin.id, twin: made.id, what });
    }
    assertions.assert('endAsTheirCard', { card: 'success', status: 'SUCCESS' });
  },
);

test(
  'SBX-05 a pay-out to any other card stays PENDING',
  must,
  async ({ api, cards, assertions, deadlines, methodVariants, worker }) => {
    const nextIsStrange = inTurn(worker, 'the network of a card', [false, false, true]);
    for (const { name, plan } of methodVariants(toCard(cards.otherFor, isNamedById(worker, 'other')), cardPayouts)) {
      const strange = withBody(plan, { ...plan.body, cardNumber: cards.strangerFor(name) });
      const asked = nextIsStrange() ? await api.send(strange) : undefined;
      // A target may refuse the cards of a network that the method does not name.
      const made = asked && asked.class !== 'refused' ? asked : await api.send(plan);
      assertions.assert('accepted', { exchange: made.id, what: `a pay-out of ${name} to another card` });
      await api.appears(made);
      assertions.assert('staysPending', { created: made.id, windowMs: deadlines.pendingWindowMs });
    }
    // Other requirements send pay-outs to other cards, too.
    assertions.assert('endsNoOtherCard', {});
  },
);

/** interface.md § Sandbox: public EVM testnets, by the words that a methods list may use for them. */
const onTestnet = ({ methodKey, blockchain = '' }: Method) =>
  methodKey === 'CRYPTOCOIN' && /ETH|BSC|BNB|BINANCE|POLYGON|AMOY|ARBITRUM|OPTIMISM|BASE/i.test(blockchain);

test('SBX-07 pay-ins work on the listed EVM testnets', must, async ({ api, assertions, control, methodVariants }) => {
  const what = 'pay-in on an EVM testnet';
  const is = (method: Method) => method.orderType === 'PAYIN' && onTestnet(method);
  for (const { name, plan } of methodVariants(requiredBody, { what, is })) {
    const made = await api.control(plan);
    const id = textField(made.json, 'id');
    assertions.assert('accepted', { exchange: made.id, what: `a pay-in of ${name}` });
    if (id === undefined) continue;
    await control.settle(id, { status: 'SUCCESS' }, () => hasEnded(api, id));
    await api.reaches(made, 'SUCCESS');
    assertions.assert('reaches', { created: made.id, status: 'SUCCESS' });
  }
});

test(
  'SBX-08 pay-outs of USDT and USDC work on the listed testnets',
  must,
  async ({ api, assertions, methodVariants }) => {
    const what = 'pay-out of USDT or USDC on an EVM testnet';
    const is = (method: Method) =>
      method.orderType === 'PAYOUT' && onTestnet(method) && ['USDT', 'USDC'].includes(method.currency);
    for (const { name, plan } of methodVariants(requiredBody, { what, is })) {
      const made = await api.control(plan);
      await api.reaches(made, ...paymentLifecycle.final);
      assertions.assert('works', { exchange: made.id, what: `a pay-out of ${name}` });
    }
  },
);

test(
  'SBX-09 what is listed works, what is not is refused',
  must,
  async ({ api, combinations, assertions, compose, draw, methodVariants, methods, refuses }) => {
    for (const { name, plan } of methodVariants(listedBody, { what: 'method', is: () => true })) {
      const made = await api.control(plan);
      assertions.assert('accepted', { exchange: made.id, what: `${name}, which is listed` });
    }
    const payins = methods.all().filter(({ orderType }) => orderType === 'PAYIN');
    const named = methods.payins().filter(isNamedByCurrency);
    // A blockchain in the body would be a second reason to refuse the pairs.
    const payin = named.find(({ methodKey }) => methodKey !== 'CRYPTOCOIN') ?? named[0];
    // The amount is not the least amount of the listed method, since an unlisted method that the target accepts may have a higher minimum.
    const validPayin = payin && create.payin({ ...compose(paymentBody(payin)), amount: amountForAll(payin, payins) });
    const pairs = unlistedPairs(payins).map(({ currency, method }) => ({
      name: `${currency} ${method}`,
      defect: both(having('currency', currency, `a pay-in in ${currency}`), having('method', method, `by ${method}`)),
    }));
    const reason = 'the methods list has no pay-in that currency and method name';
    for (const { defect } of combinations.each(pairs, ({ name }) => name))
      if (validPayin) await refuses(api, validPayin, defect);
      else assertions.lack({ code: 'notApplicable', reason, exchanges: [methods.exchange.id] });
    const unknown = having('paymentMethodId', draw(unknownId('PMD')), 'the id of a method that is not listed');
    await refuses(api, create.payin(compose(requiredBody(methods.payin()))), unknown);
  },
);

/** interface.md § Sandbox: going live changes only the base address and the credentials. */
test('SBX-10 a run moves no money unless it is told to', traceCheck.must, ({ record }) => {
  together(record.exchanges, () => onlyReads(record.whole));
});
