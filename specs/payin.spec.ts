import { amountForAll, invalidAmounts } from '../generators/amounts/amounts.ts';
import {
  bankCodes,
  cardDetails,
  cardSubmissions,
  unlistedChain,
  unlistedValues,
} from '../generators/payloads/payin.ts';
import { listedBody, paymentBody } from '../generators/payloads/payment.ts';
import { coinPayouts } from '../runner/actions/inputs/coinPayouts.ts';
import { isNamedByCurrency, type Method, redirected } from '../runner/actions/inputs/methods.ts';
import { meantMockCards } from '../runner/actions/inputs/mockCards.ts';
import { drawnItem, inTurn } from '../runner/actions/inputs/turns.ts';
import { cardPayins, hostToHostPayin } from '../runner/actions/payments/hostToHost.ts';
import { openPayPage } from '../runner/actions/payments/payPage.ts';
import { refusesPayout } from '../runner/actions/refusals/refusedPayout.ts';
import { create, having, must, observe, should, test, without } from '../runner/requirement/test.ts';
import type { Tools } from '../runner/requirement/toolbox.ts';
import { neededFields } from '../schemas/domain/currencies.ts';
import { textField } from '../traffic/journal/runRecord.ts';
import type { Plan } from '../traffic/transport/requestPlan.ts';

const payins = { what: 'pay-in', is: ({ orderType }: Method) => orderType === 'PAYIN' };

const payinsIn = (...currencies: string[]) => ({
  what: `pay-in in ${currencies.join(' or ')}`,
  is: ({ orderType, currency }: Method) => orderType === 'PAYIN' && currencies.includes(currency),
});

/** The pay-ins that a body names by currency and method: what the text requires of such a body, it does not require of one by paymentMethodId. */
const namedPayinsIn = (...currencies: string[]) => ({
  what: `pay-in in ${currencies.join(' or ')} that currency and method name`,
  is: (method: Method) => payinsIn(...currencies).is(method) && isNamedByCurrency(method),
});

/** True for a method whose body has to name a blockchain (§ Payments, both bodies: required for USDT). */
const needsChain = ({ orderType, currency }: Method) => neededFields(orderType, currency).includes('blockchain');

/** interface.md § Payments, pay-in. */
test(
  'PIN-01 a pay-in of each listed method is answered with a Payment',
  must,
  async ({ api, assertions, methodVariants }) => {
    for (const { name, plan } of methodVariants(listedBody, payins)) {
      const answer = await api.control(plan);
      assertions.assert('answersPayment', { exchange: answer.id, what: `a pay-in of ${name}` });
    }
    assertions.assert('takesEach', { operation: 'POST /v1/user/payments/payin' });
  },
);

test('PIN-02 a pay-in without an amount is refused', must, async ({ api, compose, methods, refuses }) => {
  await refuses(api, create.payin(compose(paymentBody(methods.payin()))), without('amount'));
});

/** interface.md § Payments, pay-in body: required for USDT. */
test('PIN-03 a USDT pay-in without blockchain is refused', must, async ({ api, methodVariants, refuses }) => {
  const { what, is } = namedPayinsIn('USDT');
  const inCoins = { what, is: (method: Method) => is(method) && method.methodKey === 'CRYPTOCOIN' };
  for (const { plan } of methodVariants(paymentBody, inCoins)) await refuses(api, plan, without('blockchain'));
});

/** interface.md § Payments, pay-in body: required for EUR, USD. */
test('PIN-04 a EUR or USD pay-in without a name is refused', must, async ({ api, methodVariants, refuses }) => {
  const names = ['firstName', 'lastName'];
  for (const { plan, variation } of methodVariants(paymentBody, {
    ...namedPayinsIn('EUR', 'USD'),
    variations: () => names,
  }))
    await refuses(api, plan, without(variation));
});

test(
  'PIN-05 which channelCode an IDR pay-in accepts',
  observe,
  async ({ api, combinations, assertions, compose, methods }) => {
    const [method] = methods.all().filter(payinsIn('IDR').is);
    if (!method)
      return assertions.lack({ code: 'notApplicable', reason: 'the methods list has no IDR pay-in', exchanges: [] });
    const body = compose(paymentBody(method));
    for (const channelCode of combinations.each(bankCodes, (code) => code)) {
      const answer = await api.send(create.payment(method, { ...body, channelCode }));
      assertions.assert('answersWith', { exchange: answer.id, key: `channelCode ${channelCode}` });
    }
  },
);

/** A valid order, and what of it is changed to a value that no list has. */
interface Unlisted {
  cell: string;
  method: Method;
  plan: Plan;
  name: string;
  value: string;
}

/** Returns pay-outs that name something unlisted: a currency and a method by the usual kind, a currency and a blockchain in coins. */
function unlistedPayouts({ compose, methods }: Pick<Tools, 'compose' | 'methods'>): Unlisted[] {
  if (!methods.all().some(({ orderType }) => orderType === 'PAYOUT')) return [];
  const coins = coinPayouts(methods).filter(isNamedByCurrency);
  const tried = (method: Method | undefined, names: readonly string[], where: string) => {
    if (!method) return [];
    const body = compose(paymentBody(method));
    // The method of any other blockchain would take the amount too.
    const amount = amountForAll(
      method,
      coins.filter(({ currency }) => currency === method.currency),
    );
    const plan = create.payment(method, { ...body, ...(needsChain(method) && { amount }) });
    return [...unlistedValues, unlistedChain]
      .filter(({ name }) => names.includes(name))
      .map((one) => ({ ...one, cell: `${one.name} of ${where}`, method, plan }));
  };
  return [
    ...tried(methods.payouts().find(isNamedByCurrency), ['currency', 'method'], 'a pay-out'),
    ...tried(coins[0], ['currency'], 'a pay-out in coins'),
    ...tried(coins.find(needsChain), ['blockchain'], 'a pay-out in coins'),
  ];
}

test(
  'PIN-06 a currency, method or blockchain that is in no list is refused',
  must,
  async ({ api, assertions, combinations, compose, methods, refuses }) => {
    const named = methods.payins().filter(isNamedByCurrency);
    const [method = named[0]] = named.filter(({ methodKey }) => methodKey !== 'CRYPTOCOIN');
    const reason = 'the methods list has no pay-in that currency and method name';
    if (!method) return assertions.lack({ code: 'notApplicable', reason, exchanges: [methods.exchange.id] });
    const amount = amountForAll(method, methods.all().filter(payins.is));
    const plan = create.payin({ ...compose(paymentBody(method)), amount });
    const tries: Unlisted[] = unlistedValues.map((one) => ({ ...one, method, plan, cell: one.name }));
    const coins = methods
      .all()
      .filter((one) => payins.is(one) && one.methodKey === 'CRYPTOCOIN')
      .filter(isNamedByCurrency);
    const inCoins = (coin: Method) => {
      const chain = coin.blockchain === undefined ? {} : { blockchain: coin.blockchain };
      return create.payment(coin, { ...compose(paymentBody(coin)), amount: amountForAll(coin, coins), ...chain });
    };
    const [coin, chained] = [coins[0], coins.find(needsChain)];
    const ofCoins = unlistedValues.filter(({ name }) => name === 'currency');
    if (coin)
      tries.push(...ofCoins.map((one) => ({ ...one, method: coin, plan: inCoins(coin), cell: 'currency of coins' })));
    if (chained) tries.push({ ...unlistedChain, method: chained, plan: inCoins(chained), cell: 'blockchain of coins' });
    tries.push(...unlistedPayouts({ compose, methods }));
    for (const one of combinations.each(tries, ({ cell: combination }) => combination)) {
      const defect = having(one.name, one.value, `the ${one.name} ${one.value}, which is in no list`);
      if (payins.is(one.method)) await refuses(api, one.plan, defect);
      else await refusesPayout({ api, assertions }, one, defect);
    }
  },
);

/** Returns the methods by which an amount that is none is asked for: a pay-in and, if the list has one, a pay-out, which the seed draws. */
function methodsOfNoAmount({ methods, worker }: Pick<Tools, 'methods' | 'worker'>): Method[] {
  if (!methods.all().some(({ orderType }) => orderType === 'PAYOUT')) return [methods.payin()];
  return [
    methods.payin(),
    drawnItem<Method>(worker, 'a pay-out of no amount', [methods.payout(), ...coinPayouts(methods)]),
  ];
}

test(
  'PIN-07 an invalid amount is refused, and creates nothing',
  must.norm,
  async ({ api, assertions, combinations, compose, methods, refuses, worker }) => {
    const tries = methodsOfNoAmount({ methods, worker }).flatMap((method) =>
      invalidAmounts(method).map(({ why, amount }) => ({
        method,
        plan: create.payment(method, compose(paymentBody(method))),
        defect: having('amount', amount, `an amount that is ${why}`),
        cell: payins.is(method) ? why : `${why}, of a pay-out`,
      })),
    );
    for (const one of combinations.each(tries, ({ cell: combination }) => combination))
      if (payins.is(one.method)) await refuses(api, one.plan, { ...one.defect, effect: true });
      else await refusesPayout({ api, assertions }, one, one.defect);
  },
);

/** interface.md § Payments, rule 3. */
test('PIN-08 payUrl opens for the payer', should, async ({ api, assertions, compose, methods, worker }) => {
  for (const methodKey of redirected(methods, assertions)) {
    const made = await api.control(create.payin(compose(paymentBody(methods.payin({ methodKey })))));
    const opened = await openPayPage(api, { target: worker.target, made });
    if ('fault' in opened) assertions.lack(opened.fault);
    else assertions.assert('opensForPayer', { page: opened.page.id, made: made.id }, methodKey);
  }
});

const noPath = {
  code: 'notApplicable',
  reason: 'the target file names no path for host-to-host pay-ins',
  exchanges: [],
} as const;

/** interface.md § Payments, rule 5: the paths are not shown. */
test(
  'PIN-09 what the path of host-to-host pay-ins answers',
  observe,
  async ({ api, assertions, methodVariants, paths }) => {
    const path = paths.h2hPayin ?? assertions.stop(noPath);
    // Its rotation is its own, so that PAY-15 sees a second currency.
    for (const variant of methodVariants(paymentBody, { ...cardPayins, variations: () => ['host to host'] })) {
      const made = await hostToHostPayin(api, path, variant);
      assertions.assert('answersWith', { exchange: made.id, key: `POST ${path}` });
    }
  },
);

/** interface.md § H2H card submission. */
test(
  'PIN-10 a card that is submitted answers action, status and transactionId',
  must,
  async ({ api, assertions, methodVariants, paths, worker }) => {
    const path = paths.h2hPayin ?? assertions.stop(noPath);
    const template = paths.h2hCard ?? assertions.stop(noPath);
    const { failed, success } = meantMockCards(worker.target) ?? {};
    const nextCard = inTurn(worker, 'a card to submit', [undefined, failed, success]);
    for (const variant of methodVariants(paymentBody, cardPayins)) {
      const made = await hostToHostPayin(api, path, variant);
      assertions.assert('accepted', { exchange: made.id, what: `a host-to-host pay-in of ${variant.name}` });
      const wanted = 'the id of a host-to-host pay-in';
      const id = textField(made.json, 'id') ?? assertions.stop({ code: 'noEvidence', wanted, exchanges: [made.id] });
      const answers = [];
      const details = drawnItem(worker, `card of ${variant.name}`, cardDetails);
      const [sample, pan] = [variant.method.samples['cardNumber'] ?? '', nextCard()];
      // A target may take the cards that stand for an end for pay-outs alone.
      const submissions = [
        ...(pan === undefined ? [] : cardSubmissions(pan, details)),
        ...cardSubmissions(sample, details),
      ];
      for (const submission of submissions) {
        answers.push(await api.send(create.card(submission), { path: template.replace('{paymentId}', id) }));
        // If an answer is lost, the outcome of that card is unknown, and a further card may come too late.
        if (answers.at(-1)?.class !== 'refused') break;
      }
      assertions.assert('answersCard', { exchange: answers.at(-1)?.id ?? made.id });
    }
  },
);
