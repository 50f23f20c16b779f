import { beyondBalance, justBeyondBalance, shareOfBalance, wholeBalance } from '../generators/amounts/amounts.ts';
import { bankCodes } from '../generators/payloads/payin.ts';
import { listedBody, paymentBody } from '../generators/payloads/payment.ts';
import { invalidAddresses, payoutAddressFaults } from '../generators/payloads/payout.ts';
import { accentedNames } from '../generators/payloads/person.ts';
import { madeExchange } from '../runner/actions/exchange/market.ts';
import { isNamedByCurrency, type Method } from '../runner/actions/inputs/methods.ts';
import { learnSearchForm } from '../runner/actions/inputs/searchQueries.ts';
import { drawnItem, drawnNumber, inTurn } from '../runner/actions/inputs/turns.ts';
import { balanceRounds } from '../runner/actions/payments/balanceRounds.ts';
import { crossedAgain } from '../runner/actions/payments/crossedAgain.ts';
import { type Shortage, shortages, turnsBelowLeast } from '../runner/actions/payments/crossPayoutCandidate.ts';
import { detours, passThrough } from '../runner/actions/payments/detours.ts';
import { hasEnded } from '../runner/actions/payments/hasEnded.ts';
import { type MoneyCaseWish, moneyCase } from '../runner/actions/payments/moneyCases.ts';
import { type CrossForm, crossForms, feesOf } from '../runner/actions/payments/uncoveredPayout.ts';
import {
  create,
  having,
  hostile,
  lackingInTurn,
  must,
  observe,
  read,
  test,
  without,
} from '../runner/requirement/test.ts';
import { whereOffered } from '../runner/worker/controlActions.ts';
import { chainFamily } from '../schemas/domain/addresses.ts';
import { currenciesThatNeed, neededFields } from '../schemas/domain/currencies.ts';
import { paymentLifecycle } from '../schemas/domain/lifecycles.ts';
import { textField } from '../traffic/journal/runRecord.ts';
import { withBody } from '../traffic/transport/requestPlan.ts';

const noCard = 'the methods list has no pay-out by card';

const payouts = { what: 'pay-out', is: ({ orderType }: Method) => orderType === 'PAYOUT' };

const isOfKind = (kind: string) => (method: Method) => payouts.is(method) && method.methodKey === kind;

const payoutsIn = (...currencies: string[]) => ({
  what: `pay-out in ${currencies.join(' or ')}`,
  is: ({ orderType, currency }: Method) => orderType === 'PAYOUT' && currencies.includes(currency),
});

/** The pay-outs that a body names by currency and method: what the text requires of such a body, it does not require of one by paymentMethodId. */
const namedPayoutsIn = (...currencies: string[]) => ({
  what: `pay-out in ${currencies.join(' or ')} that currency and method name`,
  is: (method: Method) => payoutsIn(...currencies).is(method) && isNamedByCurrency(method),
});

/** interface.md § Payments, pay-out. */
test(
  'OUT-01 a pay-out of each listed method is found by search',
  must,
  async ({ api, assertions, methods, methodVariants }) => {
    const listed = methods.all().filter(payouts.is);
    // Each kind of method has code of its own, so a night tries each.
    for (const kind of new Set(listed.map(({ methodKey }) => methodKey)))
      for (const { name, plan } of methodVariants(listedBody, { ...payouts, is: isOfKind(kind) })) {
        const answer = await api.control(plan);
        assertions.assert('isFound', { exchange: answer.id, what: `a pay-out of ${name}` });
      }
    assertions.assert('takesEach', { operation: 'POST /v1/user/payments/payout' });
  },
);

/** interface.md § Payments, pay-out body: firstName and lastName are required for EUR, USD and KZT, and phoneNumber for EUR and USD. */
test(
  'OUT-02 a EUR, USD or KZT pay-out without a name is refused',
  must,
  async ({ api, methodVariants, refuses, worker }) => {
    const variations = ({ currency }: Method) => neededFields('PAYOUT', currency);
    const named = namedPayoutsIn(...currenciesThatNeed('PAYOUT', 'firstName'));
    const lacking = lackingInTurn(worker, 'OUT-02');
    for (const { plan, variation } of methodVariants(paymentBody, { ...named, variations })) {
      const { mockCards } = worker.target;
      // The control request pays the receiver, whose name a target may remember once it has.
      const isPaid = mockCards !== undefined && plan.body?.['cardNumber'] === mockCards.success;
      if (isPaid) await api.reaches(await api.control(plan), 'SUCCESS');
      await refuses(api, plan, lacking(variation));
    }
  },
);

/** The pay-outs in euros whose method does not require what the text lets a body omit. */
const unnamedPayouts = {
  what: 'pay-out in EUR that does not require receiverName',
  is: (method: Method) => payoutsIn('EUR').is(method) && !method.required.includes('receiverName'),
};

/** interface.md § Payments, pay-out body: when omitted, built from firstName and lastName. */
test('OUT-03a a EUR pay-out without receiverName is accepted', must, async ({ api, assertions, methodVariants }) => {
  for (const { name, plan } of methodVariants(paymentBody, unnamedPayouts)) {
    const answer = await api.control(without('receiverName').change(plan).plan);
    assertions.assert('accepted', { exchange: answer.id, what: `a pay-out of ${name} without receiverName` });
  }
});

/** Whether a target takes names with accents is not shown; PAY-11 judges how it shows them. */
test(
  'OUT-03b the receiver name that a EUR pay-out shows',
  observe,
  async ({ api, assertions, methodVariants, worker }) => {
    for (const { name, plan } of methodVariants(paymentBody, unnamedPayouts)) {
      const { plan: unnamed } = without('receiverName').change(plan);
      const accents = drawnItem(worker, 'a name with accents', accentedNames);
      const answers = [
        await api.control(unnamed),
        await api.send(withBody(unnamed, { ...unnamed.body, ...accents })),
      ].filter((one, nth) => nth === 0 || one.class === 'accepted');
      for (const answer of answers) {
        const id = await api.paymentOf(answer);
        // The details may show more than search does.
        if (id !== undefined) await api.send(read.payment(id));
        assertions.assert('receiverShown', { exchange: answer.id, key: name });
      }
    }
  },
);

/** interface.md § Payments, pay-out body: required for USDT. */
test(
  'OUT-04 a USDT pay-out without blockchain or address is never paid',
  must,
  async ({ api, methodVariants, refuses }) => {
    const { what, is } = payoutsIn('USDT');
    const inCoins = (method: Method) => is(method) && method.methodKey === 'CRYPTOCOIN';
    // An address may tell its chain, so a night leaves the chain out for an address of each family.
    for (const family of ['evm', 'tron']) {
      const isOf = (method: Method) => inCoins(method) && chainFamily(method.blockchain ?? '') === family;
      for (const { plan } of methodVariants(paymentBody, {
        what: `${what} on a chain of ${family}`,
        is: (method) => isOf(method) && isNamedByCurrency(method),
        variations: () => ['no blockchain'],
      }))
        await refuses(api, plan, without('blockchain'));
    }
    for (const { plan, variation } of methodVariants(paymentBody, {
      what,
      is: inCoins,
      variations: () => payoutAddressFaults,
    })) {
      const address = invalidAddresses(String(plan.body?.['cryptoAddress']))[variation];
      await refuses(api, plan, having('cryptoAddress', address, variation));
    }
  },
);

test(
  'OUT-05 which bankCode an IDR pay-out accepts',
  observe,
  async ({ api, combinations, assertions, compose, methods }) => {
    const [method] = methods.all().filter(payoutsIn('IDR').is);
    if (!method)
      return assertions.lack({ code: 'notApplicable', reason: 'the methods list has no IDR pay-out', exchanges: [] });
    const valid = create.payment(method, compose(paymentBody(method)));
    const tries = [
      ...bankCodes.map((code) => ({ key: `bankCode ${code}`, defect: having('bankCode', code, `bankCode ${code}`) })),
      { key: 'without bankAccount', defect: without('bankAccount') },
    ];
    for (const { key, defect } of combinations.each(tries, (one) => one.key)) {
      const answer = await api.send(defect.change(valid).plan);
      assertions.assert('answersWith', { exchange: answer.id, key });
    }
  },
);

/** A norm for any service that holds money. The whole balance is paid out only if a control action gives it back at once. */
test(
  'OUT-06 a pay-out above the balance is refused or fails',
  must.norm,
  async ({ api, combinations, assertions, compose, control: controlActions, methods, balances }) => {
    const found = await balances.shortest(methods.all().filter(payouts.is));
    const { method, balance } = 'fault' in found ? assertions.stop(found.fault) : found;
    const { currency } = method;
    const validPayout = create.payment(method, compose(paymentBody(method)));
    const control = await api.control(validPayout);
    const send = (amount: unknown) =>
      api.send(withBody(validPayout, { ...validPayout.body, amount }), { purpose: 'defect' });
    const above = async () => {
      const amount = beyondBalance(balance, method);
      const sent = await send(amount);
      if (sent.class === 'accepted') await api.reaches(sent, ...paymentLifecycle.final);
      await balances.look(currency);
      const what = `a pay-out of ${amount} ${currency}, which the balance does not hold`;
      assertions.assert('notOverdrawn', { exchange: sent.id, control: control.id, currency, what });
    };
    // The balance may grow meanwhile, so these pay-outs may be accepted; it never falls below zero.
    const near = (amountOf: typeof wholeBalance) => async () => {
      const left = (await balances.look(currency)).figure ?? balance;
      const sent = await send(amountOf(left, method));
      await balances.look(currency);
      assertions.assert('staysAboveZero', { exchange: sent.id, currency });
      const id = sent.class === 'accepted' ? await api.paymentOf(sent) : undefined;
      if (id !== undefined) await controlActions.settle(id, { status: 'FAILED' }, () => hasEnded(api, id));
    };
    const atOnce = async () => {
      const half = shareOfBalance((await balances.look(currency)).figure ?? balance, method);
      const plan = withBody(validPayout, { ...validPayout.body, amount: half });
      const sent = await api.together([plan, plan], { purpose: 'defect' });
      await balances.look(currency);
      for (const { id } of sent) assertions.assert('staysAboveZero', { exchange: id, currency });
      for (const one of sent.filter(({ class: kind }) => kind === 'accepted')) {
        const id = await api.paymentOf(one);
        if (id !== undefined) await controlActions.settle(id, { status: 'FAILED' }, () => hasEnded(api, id));
      }
    };
    const tries = Object.entries({
      ...(controlActions.declared && {
        'more than half of it, twice at once': atOnce,
        'all of it': near(wholeBalance),
        'a unit more than the balance': near(justBeyondBalance),
      }),
      'more than the balance': above,
    });
    for (const [, ask] of combinations.each(tries, ([name]) => name)) await ask();
  },
);

/** How much of a cross payout is short. Whether a fee counts is easily forgotten, so every second night is short of no more than the fee, or of even less. */
const shortfalls = shortages.map((shortage) => ({ shortage, name: `${shortage} is short` }));

/** interface.md § Payments, rule 2. The test runs last, since it empties a balance and then buys it back. */
test(
  'OUT-07 a cross payout buys what is short and pays it out',
  hostile.must,
  async ({ assertions, combinations, crossPayouts, worker }) => {
    const isFull = worker.run.selection.profile === 'full';
    const cross = async (shortage: Shortage, turn: number) => {
      const found = await crossPayouts.of({ isEnabled: true, shortage, turn, bodyOf: paymentBody });
      const round = await crossPayouts.cross(found);
      const created = worker.record.exchange(round.created);
      const { from } = found.crossing.payout;
      if (created.class === 'accepted')
        assertions.assert('crossedOnce', await crossedAgain(worker, { api: found.api, created, from }));
      assertions.assert('crossPaidOut', { ...found.crossing.asked, ...(await crossPayouts.restore(found, round)) });
    };
    for (const { shortage } of combinations.each(shortfalls, ({ name }) => name)) {
      const turns = isFull && shortage === 'less than the least exchange' ? turnsBelowLeast : 1;
      for (let turn = 0; turn < turns; turn += 1) await cross(shortage, turn);
    }
  },
);

/** interface.md § Payments, pay-out body: cross payout must first be enabled for the account. */
test(
  'OUT-08 without cross payout a short pay-out exchanges nothing',
  hostile.must,
  async ({ assertions, combinations, compose, crossPayouts }) => {
    // Each form is tried with another pair, as far as there are any.
    const findIn = (form: CrossForm) =>
      crossPayouts.of({ isEnabled: false, shortage: 'little', turn: crossForms.indexOf(form), bodyOf: paymentBody });
    const { api, crossing } = await findIn(crossForms[0]);
    const control = await api.control(create.payment(crossing.method, compose(paymentBody(crossing.method))));
    for (const form of combinations.each(crossForms, (one) => one)) {
      const found = await findIn(form);
      const { isSaid } = found;
      const round = await crossPayouts.cross(found, form);
      assertions.assert('notCrossed', {
        ...found.crossing.asked,
        round,
        control: control.id,
        ...(!isSaid && { isUnsaid: true }),
      });
    }
  },
);

/** A way to fail: by a card, or by a status that a control action sets; then also of a pay-out in coins, whose amounts have more decimals. */
interface Failure {
  name: string;
  status?: 'FAILED' | 'CANCELLED';
  method?: 'any' | 'finest';
}

/**
 * § Sandbox, mock pay-out cards: without control actions, only the mock card fails a pay-out. EXPIRED is no way to fail, since a pay-out need not expire. Every
 * second night cancels a pay-out, since nothing else does.
 */
const failures: readonly Failure[] = [
  { name: 'the card that fails' },
  { name: 'CANCELLED', status: 'CANCELLED' },
  { name: 'FAILED', status: 'FAILED' },
  { name: 'CANCELLED, by another method', status: 'CANCELLED' },
  { name: 'FAILED, in the finest coin', status: 'FAILED', method: 'finest' },
  { name: 'CANCELLED, by any method', status: 'CANCELLED', method: 'any' },
];

/** The test runs last, when no other one moves the balances. A pay-out that does not return all of its amount is sent up to three times. */
test(
  'OUT-09 a failed pay-out returns its amount to the balance',
  hostile.must.norm,
  async ({ api, balances, cards, combinations, control, assertions, deadlines, draw, methods, worker }) => {
    const orders = balanceRounds(api, await learnSearchForm(api), deadlines.visibleMs);
    const ways = failures.filter(({ status }) => status === undefined || control.declared);
    const nextDetour = inTurn<readonly string[]>(worker, 'a detour of a failed pay-out', detours);
    const failed = async ({ name, status, method: kind }: Failure) => {
      const isByCard = status === undefined;
      const how = { byCardAlone: kind === undefined, isFinest: kind === 'finest' };
      const wish: MoneyCaseWish = { name: `OUT-09 ${name}`, scenario: 'failed', ...how };
      const cardNumber = isByCard ? cards.failed : cards.other;
      const found = await moneyCase({ worker, methods, draw, balances }, { ...wish, cardNumber });
      const { method, plans } = found ?? assertions.stop({ code: 'notApplicable', reason: noCard, exchanges: [] });
      const [plan] = plans;
      const given = { fate: 'failed', currency: method.currency, fees: feesOf(method) } as const;
      const statuses = isByCard ? [] : nextDetour();
      let isPaid = false;
      const bring = async () => {
        const made = await api.send(plan);
        const id = isByCard || made.class !== 'accepted' ? undefined : await api.paymentOf(made);
        if (id !== undefined) {
          await passThrough(control, id, statuses);
          await control.settle(id, { status: status ?? 'FAILED' }, () => hasEnded(api, id));
        }
        await api.reaches(made, ...paymentLifecycle.final);
        // Only a pay-out by card is sure to wait for its end.
        if (kind !== undefined && id !== undefined)
          isPaid = textField((await api.send(read.payment(id))).json, 'status') === 'SUCCESS';
        return made;
      };
      const rounds = await orders.of(given, { bring, wanted: 1 });
      if (isPaid) {
        const reason = 'the target had paid before it could be stopped';
        return assertions.lack({ code: 'notApplicable', reason, exchanges: [] });
      }
      assertions.assert('moneyMoves', { ...given, rounds });
      const looks = rounds.map(({ from, created, to }) => ({ before: from, created, after: to }));
      const amount = String(plan.body?.['amount']);
      assertions.assert('returnsAmount', { rounds: looks, currency: method.currency, amount, fees: feesOf(method) });
    };
    for (const way of combinations.each(ways, (one) => one.name)) await whereOffered(() => failed(way));
  },
);

test('OUT-10 whether exchange orders appear as payments', observe, async ({ api, assertions, worker }) => {
  const limits = await api.control(read.exchangeLimits());
  if (assertions.assert('answersJson', { exchange: limits.id, what: 'the list of pairs' }).state !== 'held') return;
  const wanted = 'a pair to exchange';
  const drawn = drawnNumber(worker, 'the order of OUT-10');
  const made = (await madeExchange(api, drawn)) ?? assertions.stop({ code: 'noEvidence', wanted, exchanges: [] });
  await api.appears(made);
  await api.send(read.payments());
  for (const view of ['search', 'list'] as const) assertions.assert('appears', { exchange: made.id, view });
});
