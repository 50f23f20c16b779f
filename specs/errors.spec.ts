import { hostileQueries, hostileTexts } from '../generators/hostile.ts';
import { paymentBody } from '../generators/payment.ts';
import { isHtmlPage } from '../harness/oracles/crash.ts';
import { effectOf } from '../harness/oracles/effect.ts';
import { create, every, law, must, read, test } from '../harness/test.ts';

/** interface.md § Errors; what any service owes. */
test('ERR-02a no input makes a 5xx, a hang or a stack trace', must.norm, async ({ api, claims, compose, methods }) => {
  const payin = create.payin(compose(paymentBody(methods.payin({ methodKey: 'CC_VISAMC' }))));
  for (const { text } of hostileTexts) await api.send(payin, { purpose: 'defect', text });
  for (const contentType of ['text/plain', 'application/xml'])
    await api.send(payin, { purpose: 'defect', contentType });
  for (const query of hostileQueries) await api.send(read.search(query), { purpose: 'defect' });
  for (const id of ['%', '..', 'PMT-\u0000', 'x'.repeat(2_000)])
    await api.send(read.payment(id), { purpose: 'defect' });
  claims.claim('neverCrashes', {});
});

test('ERR-02b documented paths answer no HTML error page', law.should.norm, ({ record }) => {
  every(record.exchanges, isHtmlPage);
});

test('ERR-03 a refused request has no effect', law.must.norm, ({ record }) => {
  every(record.refusals, (refused) => effectOf(record.whole, refused));
});
