import { amountsOutsideLimits, farAbove, mostAmount, overPrecise, payoutCost } from '../generators/amounts/amounts.ts';
import { leastBody, paymentBody, requiredBody } from '../generators/payloads/payment.ts';
import { requiredFields } from '../generators/payloads/requiredFields.ts';
import { withoutFields } from '../generators/payloads/withoutFields.ts';
import { fittingSpelling, numberSpellings } from '../generators/texts/spellings.ts';
import { hasFormat, hasShape } from '../oracles/core/contractShape.ts';
import type { Looked } from '../oracles/core/result.ts';
import {
  arrayFault,
  hasValidNumbers,
  leavesNoneOut,
  listsEachOnce,
  namesFields,
} from '../oracles/payments/methodsList.ts';
import { type Method, methodsOf } from '../runner/actions/inputs/methods.ts';
import type { MethodVariant } from '../runner/actions/inputs/methodVariants.ts';
import { cardPayouts } from '../runner/actions/inputs/mockCards.ts';
import { drawnNumber, inTurn } from '../runner/actions/inputs/turns.ts';
import { cardPayins, hostToHostPayin, hostToHostPlan } from '../runner/actions/payments/hostToHost.ts';
import { sendDefect } from '../runner/actions/refusals/refusal.ts';
import {
  commentedInTurn,
  every,
  having,
  lackingInTurn,
  must,
  observe,
  should,
  test,
  traceCheck,
} from '../runner/requirement/test.ts';
import type { Tools } from '../runner/requirement/toolbox.ts';
import type { Worker } from '../runner/worker/worker.ts';
import { create, type Plan, read, withBody } from '../traffic/transport/requestPlan.ts';

const any = { what: 'method', is: () => true };

/** interface.md § Payment method. */
test('MTD-01 methods have the listed fields and types', traceCheck.must, ({ record }) => {
  every(record.methodLists, arrayFault);
  every(record.methods, hasShape(record.contract, 'PaymentMethod'));
  every(record.methodLists, leavesNoneOut);
});

test(
  'MTD-02 each combination of operation, currency, method and blockchain is listed once',
  traceCheck.should,
  ({ record }) => {
    every(record.methodLists, listsEachOnce);
  },
);

test('MTD-03 fees, scale and limits are valid numbers', traceCheck.should, ({ record }) => {
  every(record.methods, hasValidNumbers);
});

test('MTD-04 extra is null or a string holding JSON choices', traceCheck.must, ({ record }) => {
  every(record.methods, hasFormat('PaymentMethod', 'extra', record.contract));
});

test('MTD-05 properties list the names of required and optional fields', traceCheck.must, ({ record }) => {
  every(record.methods, namesFields);
});

/** interface.md § Payments, rule 1. */
test(
  'MTD-06 exactly the required fields of a method are accepted',
  must,
  async ({ api, assertions, methodVariants }) => {
    const payins: MethodVariant[] = [];
    for (const variant of methodVariants(leastBody, any)) {
      const answer = await api.control(variant.plan);
      assertions.assert('accepted', { exchange: answer.id, what: `exactly the required fields of ${variant.name}` });
      if (variant.method.orderType === 'PAYIN') payins.push(variant);
    }
    // What the list no longer requires after an order must be needless; a pay-in costs nothing.
    const after = methodsOf((await api.send(read.methods())).json, () => ({}));
    const [changed] = payins.flatMap(({ method, name, plan }) => {
      const now = after.find(({ id }) => id === method.id);
      const dropped = now ? method.required.filter((one) => !now.required.includes(one)) : [];
      return dropped.length > 0 ? [{ name, plan: withBody(plan, withoutFields(plan.body ?? {}, ...dropped)) }] : [];
    });
    if (!changed) return;
    const answer = await api.send(changed.plan);
    const what = `exactly the required fields of ${changed.name}, as the list shows them after an order,`;
    assertions.assert('accepted', { exchange: answer.id, what });
  },
);

/** An amount is required of every method by one rule, so that one method in so many shows it. */
const amountsEvery = 5;

/** Names the methods that move one coin one way and require the same: one chain of them shows whether a field may lack. */
const kindOfNeeds = (method: Method) =>
  `${method.currency} ${method.methodKey} ${method.orderType}: ${requiredFields(method).join(', ')}`;

test(
  'MTD-07 a body that lacks one required field is refused',
  must,
  async ({ api, methodVariants, methods, refuses, worker }) => {
    const all = methods.all().map(({ id }) => id);
    const lacking = lackingInTurn(worker, 'MTD-07');
    const commented = commentedInTurn(worker, 'MTD-07');
    for (const { method, plan } of methodVariants(leastBody, { ...any, kindOf: kindOfNeeds })) {
      const fields = requiredFields(method);
      const isOfAmounts = fields.length === 1 || all.indexOf(method.id) % amountsEvery === 0;
      for (const field of fields)
        if (field !== 'amount' || isOfAmounts) await refuses(api, plan, commented(method, lacking(field)));
    }
  },
);

/** Sends host-to-host pay-ins with amounts outside the limits of their method, and asserts that they were refused. */
async function refusesHostToHost(
  { api, assertions, compose }: Pick<Tools, 'api' | 'assertions' | 'compose'>,
  path: string,
  { method, ...listed }: MethodVariant,
) {
  const variant = { ...listed, method, plan: create.payment(method, compose(paymentBody(method))) };
  const control = await hostToHostPayin(api, path, variant);
  for (const { why, amount } of amountsOutsideLimits(method).filter((beyond) => beyond.why !== 'zero')) {
    const defect = `a host-to-host pay-in with an amount ${why} of ${variant.name}`;
    const change = (plan: Plan) => ({ plan: withBody(plan, { ...plan.body, amount }), how: { path } });
    const sent = await sendDefect(api, hostToHostPlan(variant), { name: defect, change });
    assertions.assert('refused', { exchange: sent.id, control: control.id, defect });
  }
}

/** A host-to-host pay-in is a pay-in (§ Payments, rule 5), so that one method by card in so many shows it. */
const hostToHostEvery = 3;

/** What is tried at the limits of a method: amounts below the minimum and above the maximum, and the maximum. */
const edges = 3;

/**
 * Returns a function that gives the edges to try of a method, by their places. Methods that move one coin one way on several chains differ in nothing that limits
 * depend on: each of them has one edge, in turn, so that a run tries each edge of each coin; `looked` says so.
 */
function edgesInTurn(worker: Worker, methods: readonly Method[]) {
  const from = drawnNumber(worker, 'edges of limits');
  return ({ id, currency, orderType }: Method): { isTried(edge: number): boolean; looked?: Looked } => {
    const alike = methods.filter((one) => one.currency === currency && one.orderType === orderType);
    if (alike.length < edges) return { isTried: () => true };
    const own = (alike.findIndex((one) => one.id === id) + from) % edges;
    const why = `edges of limits: the methods of ${currency} take them in turn`;
    return { isTried: (edge) => edge === own, looked: { of: edges * alike.length, at: alike.length, why } };
  };
}

/** interface.md § Limits, per-method minimum and maximum. The body that the other two requirements send, too, has the minimum. */
test(
  'MTD-08 amounts at the limits are accepted, one unit beyond refused',
  must,
  async ({ api, assertions, compose, methods, methodVariants, balances, paths, refuses, worker }) => {
    const commented = commentedInTurn(worker, 'MTD-08');
    const nextSpelling = inTurn(worker, 'the maximum of a method', numberSpellings);
    const takesMost = async ({ method, name, plan }: MethodVariant) => {
      const amount = mostAmount(method);
      if (amount === undefined || !(await balances.bears(method, payoutCost(amount, method).most))) return;
      const { name: spelling, text } = fittingSpelling(nextSpelling(), amount, method.scale);
      const most = await api.send({ ...plan, body: { ...plan.body, amount, ...balances.returning(method) } }, { text });
      assertions.assert('accepted', { exchange: most.id, what: `the maximum of ${name}, written with ${spelling},` });
    };
    const byCard = methods.all().filter(cardPayins.is);
    const edgesOf = edgesInTurn(worker, methods.all());
    for (const variant of methodVariants(leastBody, any)) {
      const { method, name, plan } = variant;
      const least = await api.control(plan);
      const { isTried, looked } = edgesOf(method);
      assertions.assert('accepted', { exchange: least.id, what: `the minimum of ${name}`, ...(looked && { looked }) });
      const outside = amountsOutsideLimits(method).filter((beyond) => beyond.why !== 'zero');
      for (const [edge, { why, amount }] of outside.entries())
        if (isTried(edge))
          await refuses(api, plan, commented(method, having('amount', amount, `an amount ${why} of ${name}`)));
      if (paths.h2hPayin !== undefined && byCard.findIndex(({ id }) => id === method.id) % hostToHostEvery === 0)
        await refusesHostToHost({ api, assertions, compose }, paths.h2hPayin, variant);
      if (!cardPayouts.is(method) && isTried(edges - 1)) await takesMost(variant);
    }
    // A fee comes on top of a pay-out and does not count, so a night tries one at the maximum: it comes back with the mock card that fails.
    if (methods.all().some(cardPayouts.is))
      for (const variant of methodVariants(leastBody, { ...cardPayouts, variations: () => ['its maximum'] }))
        await takesMost(variant);
  },
);

/** Describes a method by the properties that should decide how a service treats an amount. */
const kindOf = ({ methodKey, orderType, scale, maxIsZero }: Method) =>
  `${methodKey} ${orderType} of scale ${scale}${maxIsZero ? ' and maxLimit 0' : ''}`;

test(
  'MTD-09 what a maximum of 0 means, and how excess decimals are answered',
  observe,
  async ({ api, assertions, methodVariants }) => {
    for (const { method, name, plan } of methodVariants(requiredBody, { ...any, kindOf })) {
      const { sent, below, above } = overPrecise(method);
      const answer = await api.send({ ...plan, body: { ...plan.body, amount: sent } });
      if (answer.class === 'accepted' && method.orderType === 'PAYOUT') await api.appears(answer);
      assertions.assert('decimalsGet', {
        exchange: answer.id,
        key: `${name} decimals`,
        sent: sent.value,
        below,
        above,
      });
      if (!method.maxIsZero || method.orderType === 'PAYOUT') continue;
      const far = await api.send({ ...plan, body: { ...plan.body, amount: farAbove(method) } });
      assertions.assert('answersWith', { exchange: far.id, key: `${name} far above a maxLimit of 0` });
    }
  },
);

/** The test uses a pay-in method for a pay-out. The reverse would cost as much and test the same rule. */
test(
  'MTD-10 the id of a method of the other direction is refused',
  should,
  async ({ api, assertions, methodVariants, methods, refuses }) => {
    const payins = methods.all().filter(({ orderType }) => orderType === 'PAYIN');
    const is = ({ orderType }: Method) => orderType === 'PAYOUT';
    // One chain of a coin shows whether directions are told apart.
    const kindOf = ({ currency, methodKey }: Method) => `${currency} ${methodKey}`;
    for (const { method, plan } of methodVariants(requiredBody, { what: 'pay-out', is, kindOf })) {
      const like = payins.find((one) => one.currency === method.currency && one.methodKey === method.methodKey);
      const other = like ?? payins[0];
      if (other) await refuses(api, plan, having('paymentMethodId', other.id, 'the id of a pay-in method'));
      else assertions.lack({ code: 'notApplicable', reason: 'the methods list has no pay-in', exchanges: [] });
    }
  },
);
