import { paymentBody } from '../generators/payloads/payment.ts';
import { keepsTypes } from '../oracles/core/answerTypes.ts';
import {
  bareOrderIdFault,
  hasIdShapes,
  hasUtcTimes,
  jsonAnswerFault,
  saysJson,
  saysPlainText,
  writesZones,
} from '../oracles/core/contractShape.ts';
import { keepsLeadingZeros } from '../oracles/general/lostZeros.ts';
import { tellsTrueTimes } from '../oracles/general/trueTimes.ts';
import { sharedIds } from '../oracles/general/uniqueIds.ts';
import { recordHasIdShapes, recordHasUtcTimes, recordWritesZones } from '../oracles/webhooks/events/shownRecords.ts';
import { smallOrder } from '../runner/actions/exchange/market.ts';
import { drawnNumber } from '../runner/actions/inputs/turns.ts';
import { create, every, must, observe, read, test, together, traceCheck } from '../runner/requirement/test.ts';
import type { Plan } from '../traffic/transport/requestPlan.ts';

/** interface.md § General conventions, body format. */
test('GEN-01a accepted answers are JSON objects or arrays', traceCheck.must, ({ record }) => {
  every(record.answers, jsonAnswerFault);
});

test('GEN-01b JSON answers say so in their content type', traceCheck.should, ({ record }) => {
  every(record.jsonAnswers, saysJson);
});

test('GEN-02a the plain-text creations answer a bare ORD-<uuid>', traceCheck.must, ({ record }) => {
  every(record.plainTextAnswers, bareOrderIdFault);
});

test('GEN-02b the plain-text creations say plain/text', traceCheck.should, ({ record }) => {
  every(record.plainTextAnswers, saysPlainText);
});

/** interface.md § General conventions, body format: what a client accepts is not mentioned. */
test(
  'GEN-02c the plain-text creations stay bare whatever a client accepts',
  must,
  async ({ api, assertions, worker }) => {
    const body = await smallOrder(api, drawnNumber(worker, 'the order of GEN-02c'));
    const reason = 'no pair is listed with a minimum';
    if (!body) return assertions.lack({ code: 'notApplicable', reason, exchanges: [] });
    const accept = 'application/json';
    const { id } = await api.send(create.exchange(body), { accept });
    assertions.assert('staysPlain', { exchange: id, accept });
  },
);

/** interface.md § General conventions, HTTP methods. */
test(
  'GEN-03 what a path answers under another HTTP method',
  observe,
  async ({ api, combinations, assertions, compose, methods }) => {
    const payin = create.payin(compose(paymentBody(methods.payins()[0])));
    const payout: Plan = { ...payin, operation: 'POST /v1/user/payments/payout' };
    const tries = [read.methods(), read.search({}), payin, payout].flatMap((plan) =>
      ['PUT', 'PATCH', 'DELETE'].map((method) => ({ plan, method, key: `${method} ${plan.operation.split(' ')[1]}` })),
    );
    for (const { plan, method, key } of combinations.each(tries, (one) => one.key)) {
      const answer = await api.send(plan, { method, purpose: 'defect' });
      assertions.assert('answersWith', { exchange: answer.id, key });
    }
  },
);

/** interface.md § General conventions, time and timestamp fields. */
test('GEN-04a times are ISO 8601 in UTC', traceCheck.must, ({ record }) => {
  every(record.timedAnswers, hasUtcTimes(record.contract));
  every(record.timedAnswers, tellsTrueTimes(record.whole));
  if (record.shownRecords.items.length > 0) every(record.shownRecords, recordHasUtcTimes(record.contract));
  together(record.timedAnswers, () => keepsLeadingZeros(record.timedAnswers.items));
});

test('GEN-04b times write their zone', traceCheck.should, ({ record }) => {
  every(record.timedAnswers, writesZones);
  if (record.shownRecords.items.length > 0) every(record.shownRecords, recordWritesZones);
});

/** interface.md § General conventions, identifier prefixes. */
test('GEN-05 identifiers are <prefix>-<uuid> with the prefix of their entity', traceCheck.must, ({ record }) => {
  every(record.identifiedAnswers, hasIdShapes(record.contract));
  if (record.shownRecords.items.length > 0) every(record.shownRecords, recordHasIdShapes(record.contract));
});

test('GEN-06 two different records never share an identifier', traceCheck.must.norm, ({ record }) => {
  together(record.namedCreations, () => sharedIds(record.whole));
});

test('GEN-07 a listed field has its type, whatever else an answer has', traceCheck.should, ({ record }) => {
  every(record.answers, keepsTypes(record.contract));
});
