import { requiredBody } from '../../../../generators/payloads/payment.ts';
import { isOf, methodName } from '../../../../runner/actions/inputs/methods.ts';
import {
  crossBodies,
  feesOf,
  type UncoveredPayout,
  uncoveredPayout,
} from '../../../../runner/actions/payments/uncoveredPayout.ts';
import { create, type Plan, read, withBody } from '../../../../traffic/transport/requestPlan.ts';
import { assertionOf, controlStep, drawBody } from '../../builder/caseSteps.ts';
import { invalidCase, StepList } from '../../builder/cases.ts';
import { listedMethods, type MethodReference, methodReferences } from '../../builder/payments.ts';
import { generator, type Input, nameTable, rows } from '../../builder/tables.ts';
import { newestPayments } from './exchangeOrders.ts';

/** How much is short, in multiples of the least amount that can be bought and paid out. */
const shortages = [1.02, 1.5, 2.3456789, 7.7];

/** Reads what a cross payout would move. */
function looks(steps: StepList, { wanted, from }: UncoveredPayout, account: string) {
  const look = (plan: Plan) => steps.add(plan, { account });
  return {
    wanted: look(newestPayments(wanted)),
    from: look(newestPayments(from)),
    orders: look(read.search({ sort: 'createdAt,desc', orderType: 'EXCHANGE' })),
    balances: look(read.balances()),
    rates: look(read.exchangeRates()),
  };
}

/** A pay-out above the balance of an account that is not enabled for cross payout, by either naming of its method: nothing is exchanged (OUT-08). */
function uncrossed(way: MethodReference, { known, chance }: Input) {
  const { uncrossed: of, market } = known;
  const coins = listedMethods(known, 'PAYOUT').filter((one) => one.methodKey === 'CRYPTOCOIN' && !one.hidesFee);
  const times = chance.pick(shortages);
  const found = coins.flatMap((method) =>
    market.flatMap((pair) => {
      const [balance, purse] = [of?.balance(pair.base), of?.balance(pair.quote)];
      if (pair.base !== method.currency || !pair.maxLimit || !balance || !purse) return [];
      const limited = { ...pair, maxLimit: pair.maxLimit };
      const payout = uncoveredPayout(method, { pair: limited, balance, purse, times, isBelowLeast: false });
      return payout ? [{ method, payout }] : [];
    }),
  );
  if (!of || found.length === 0) return undefined;
  const { method, payout } = chance.pick(found);
  const body = isOf('PAYOUT')(method) && drawBody(requiredBody(method), chance);
  if (!body || typeof body.cryptoAddress !== 'string') return undefined;
  const { account, isSaid } = of;
  const [sent] = crossBodies(payout, {
    cryptoAddress: body.cryptoAddress,
    blockchain: method.blockchain ?? '',
    ...(way === 'by paymentMethodId' && { paymentMethodId: method.id }),
  });
  const plan = create.payout(body);
  const steps = new StepList();
  const control = steps.add(controlStep(plan, { account }));
  const before = looks(steps, payout, account);
  const created = steps.add(withBody(plan, sent), { account });
  const after = looks(steps, payout, account);
  const { wanted, from, amount } = payout;
  const args = {
    wanted,
    from,
    amount,
    fees: feesOf(method),
    control,
    round: { before, created, after },
    ...(!isSaid && { isUnsaid: true }),
  };
  const words = `a pay-out of ${amount} ${methodName(method)} above the balance, with a crossPayoutAsset`;
  return invalidCase(
    { keyword: 'balance', place: 'body/amount', words },
    steps.all,
    assertionOf('OUT-08', 'notCrossed', args),
  );
}

/** Pay-outs that would need an exchange first. */
export const crossPayoutCases = generator(
  { name: 'a cross payout without the right to it', evidences: ['OUT-08'], posts: 2, isMisuse: true },
  ({ uncrossed: of }) => (of ? rows(nameTable(methodReferences), uncrossed) : []),
);
