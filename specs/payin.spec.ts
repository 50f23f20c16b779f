import { noAmounts } from '../generators/amounts.ts';
import { bankCodes, unlisted } from '../generators/payin.ts';
import { paymentBody, requiredBody } from '../generators/payment.ts';
import type { Method } from '../harness/methods.ts';
import { create, having, must, observe, test, without } from '../harness/test.ts';

const payins = { what: 'pay-in', is: ({ orderType }: Method) => orderType === 'PAYIN' };

const payinsIn = (...currencies: string[]) => ({
  what: `pay-in in ${currencies.join(' or ')}`,
  is: ({ orderType, currency }: Method) => orderType === 'PAYIN' && currencies.includes(currency),
});

/** interface.md § Payments, pay-in. */
test('PIN-01 a pay-in of each listed method answers a Payment', must, async ({ api, claims, listed }) => {
  for (const { name, plan } of listed(requiredBody, payins)) {
    const answer = await api.control(plan);
    claims.claim('answersPayment', { exchange: answer.id, what: `a pay-in of ${name}` });
  }
});

test('PIN-02 a pay-in without an amount is refused', must, async ({ api, compose, methods, refuses }) => {
  await refuses(api, create.payin(compose(paymentBody(methods.payin()))), without('amount'));
});

/** interface.md § Payments, pay-in body: required for USDT. */
test('PIN-03 a USDT pay-in without blockchain is refused', must, async ({ api, listed, refuses }) => {
  const { what, is } = payinsIn('USDT');
  const inCoins = { what, is: (method: Method) => is(method) && method.methodKey === 'CRYPTOCOIN' };
  for (const { plan } of listed(paymentBody, inCoins)) await refuses(api, plan, without('blockchain'));
});

/** interface.md § Payments, pay-in body: required for EUR, USD. */
test('PIN-04 a EUR or USD pay-in without a name is refused', must, async ({ api, listed, refuses }) => {
  for (const { plan } of listed(paymentBody, payinsIn('EUR', 'USD')))
    for (const name of ['firstName', 'lastName']) await refuses(api, plan, without(name));
});

test('PIN-05 which channelCode an IDR pay-in takes', observe, async ({ api, cells, claims, compose, methods }) => {
  const [method] = methods.all().filter(payinsIn('IDR').is);
  if (!method)
    return claims.lack({ code: 'notApplicable', reason: 'the methods list has no IDR pay-in', exchanges: [] });
  const body = compose(paymentBody(method));
  for (const channelCode of cells.each(bankCodes, (code) => code)) {
    const answer = await api.send(create.payin({ ...body, channelCode }));
    claims.claim('answersWith', { exchange: answer.id, key: `channelCode ${channelCode}` });
  }
});

test(
  'PIN-06 a currency or method that is in no list is refused',
  must,
  async ({ api, cells, compose, methods, refuses }) => {
    const plan = create.payin(compose(paymentBody(methods.payin())));
    for (const { name, value } of cells.each(unlisted, (one) => one.name))
      await refuses(api, plan, having(name, value, `the ${name} ${value}, which is in no list`));
  },
);

test(
  'PIN-07 an amount that is none is refused, and creates nothing',
  must.norm,
  async ({ api, cells, compose, methods, refuses }) => {
    const method = methods.payin();
    const plan = create.payin(compose(paymentBody(method)));
    for (const { why, amount } of cells.each(noAmounts(method), (one) => one.why))
      await refuses(api, plan, { ...having('amount', amount, `an amount that is ${why}`), effect: true });
  },
);
