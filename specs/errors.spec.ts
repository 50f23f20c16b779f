import { beyondLimits, takenBy } from '../generators/amounts.ts';
import { hostileQueries, hostileTexts, malformedTexts, oddTexts } from '../generators/hostile.ts';
import { paymentBody } from '../generators/payment.ts';
import type { Compose } from '../harness/draw.ts';
import type { Bodies } from '../harness/offers.ts';
import { answerForm } from '../harness/oracles/conditions.ts';
import { isHtmlPage } from '../harness/oracles/crash.ts';
import { create, every, hostile, law, learn, must, read, spelled, test } from '../harness/test.ts';

const bodiesBy = (compose: Compose): Bodies => ({
  payin: (methods) => compose(paymentBody(methods.payin())),
  payout: (methods) => compose(paymentBody(methods.payout())),
});

const isWrite = (operation: string) => operation.startsWith('POST ');

/** Operations that move no money, whatever they take of an odd body. */
const isHarmless = (operation: string) => isWrite(operation) && !/payout|exchange/.test(operation);

/** interface.md § Errors: the form of an error is not shown. */
test('ERR-01 how each condition is refused', law.observe, ({ record }) => {
  learn(
    record.conditions,
    ({ name }) => name,
    ({ exchange }) => answerForm(exchange),
  );
});

/** interface.md § Errors; what any service owes. */
test(
  'ERR-02a no input makes a 5xx, a hang or a stack trace',
  hostile.must.norm,
  async ({ api, cells, claims, compose, methods }) => {
    const payin = create.payin(compose(paymentBody(methods.payin())));
    for (const { text } of cells.each(hostileTexts, ({ why }) => why))
      await api.send(payin, { purpose: 'defect', text });
    for (const contentType of cells.each(['text/plain', 'application/xml'], (type) => type))
      await api.send(payin, { purpose: 'defect', contentType });
    for (const query of hostileQueries) await api.send(read.search(query), { purpose: 'defect' });
    for (const id of ['%', 'PMT-\u0000', 'x'.repeat(2_000)]) await api.send(read.payment(id), { purpose: 'defect' });
    claims.claim('neverCrashes', {});
  },
);

test('ERR-02b documented paths answer no HTML error page', law.should.norm, ({ record }) => {
  every(record.exchanges, isHtmlPage);
});

test('ERR-03 a refused request has no effect', must.norm, async ({ api, cells, claims, compose, methods }) => {
  const payin = methods.payin();
  const payout = methods.payout();
  for (const [make, method] of [
    [create.payin, payin],
    [create.payout, payout],
  ] as const) {
    const body = compose(paymentBody(method));
    for (const { amount } of cells.each(beyondLimits(method), ({ why }) => `${method.orderType} ${why}`))
      await api.send(make({ ...body, amount }), { purpose: 'defect' });
  }
  claims.claim('noEffects', {}, 'nothing created');

  // Far from any amount that this run moves, so that a balance that falls by it can have no other cause.
  const { amount } =
    beyondLimits(payout).at(-1) ?? claims.stop({ code: 'missing', wanted: 'a limit', hint: payout.id, exchanges: [] });
  const plan = create.payout({ ...compose(paymentBody(payout)), amount });
  const rounds = [];
  for (const _ of ['once', 'again']) {
    const before = await api.send(read.balances());
    const refused = await api.send(plan, { purpose: 'defect' });
    const after = await api.send(read.balances());
    rounds.push({ before: before.id, refused: refused.id, after: after.id });
  }
  claims.claim('holdsNothing', { rounds, currency: payout.currency, ...takenBy(amount, payout) }, 'no balance moved');
});

test(
  'ERR-04a a body that is no JSON object is refused',
  must.norm,
  async ({ api, claims, compose, offers, refuses }) => {
    for await (const offer of offers(bodiesBy(compose), isWrite)) {
      if ('lack' in offer) claims.claim('lacks', { fault: offer.lack });
      else for (const { why, text } of malformedTexts) await refuses(api, offer.plan, spelled(why, text));
    }
  },
);

test(
  'ERR-04b odd content types, nesting, keys and lengths make no 5xx',
  hostile.must.norm,
  async ({ api, claims, compose, offers }) => {
    for await (const offer of offers(bodiesBy(compose), isHarmless)) {
      if ('lack' in offer) {
        claims.claim('lacks', { fault: offer.lack });
        continue;
      }
      const odd = [{ contentType: 'text/plain' }, ...oddTexts.map(({ text }) => ({ text }))];
      for (const how of odd) {
        const { id } = await api.send(offer.plan, { ...how, purpose: 'defect' });
        claims.claim('survives', { exchange: id });
      }
    }
  },
);
