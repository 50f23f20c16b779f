import { tellingAmounts } from '../generators/fees.ts';
import { paymentBody } from '../generators/payment.ts';
import type { Fate } from '../harness/oracles/money.ts';
import { textField } from '../harness/record.ts';
import { roundOf } from '../harness/rounds.ts';
import { learnWays } from '../harness/searching.ts';
import { feesOf } from '../harness/shortPayout.ts';
import { create, law, learn, must, test } from '../harness/test.ts';
import { sides } from '../harness/trading.ts';

/** interface.md § Balance: the fields are not shown. */
test('BAL-01 what the balances look like', law.observe, ({ record }) => {
  learn(
    record.balanceShapes,
    ({ key }) => key,
    ({ value }) => value,
  );
});

const fates: readonly Fate[] = ['held', 'paid out', 'failed', 'paid in'];

/** So many orders of one fate, when the first ones move a balance as no reading of the text has it. */
const mostRounds = 3;

/** What any service owes that holds money. By card, in a currency that few other requirements move. */
test(
  'BAL-02 balances move exactly by the amounts and fees of orders',
  must.norm,
  async ({ api, cards, cells, claims, compose, deadlines, levers, methods, trades }) => {
    const ways = await learnWays(api);
    const byCard = methods.all().filter(({ methodKey, hasNetworkFee }) => methodKey === 'CC_VISAMC' && !hasNetworkFee);
    const currencies = [...new Set(byCard.map(({ currency }) => currency))];
    const quiet = currencies.findLast((currency) => !['EUR', 'USD', 'KZT'].includes(currency)) ?? currencies[0];
    const wanted = { methodKey: 'CC_VISAMC', ...(quiet !== undefined && { currency: quiet }) };
    const card = { held: cards.other, 'paid out': cards.success, failed: cards.failed, 'paid in': '' };
    const ends = { held: 'PENDING', 'paid out': 'SUCCESS', failed: 'FAILED', 'paid in': 'SUCCESS' };
    for (const fate of cells.each(
      fates.filter((one) => one !== 'paid in' || levers.declared),
      (one) => one,
    )) {
      const isPayin = fate === 'paid in';
      const method = isPayin ? methods.payin(wanted) : methods.payout(wanted);
      const body = compose(paymentBody(method, isPayin ? {} : { cardNumber: card[fate] }));
      const amounts = tellingAmounts(method, body['amount']);
      const { currency } = method;
      const given = { fate, currency, fees: feesOf(method) };
      const rounds = [];
      let held = 0;
      while (rounds.length < mostRounds && held < amounts.length) {
        const plan = (isPayin ? create.payin : create.payout)({
          ...body,
          amount: amounts[rounds.length] ?? amounts[0],
        });
        const bring = async () => {
          const made = await api.send(plan);
          const id = isPayin ? textField(made.json, 'id') : undefined;
          if (id !== undefined) await levers.settle(id, { status: 'SUCCESS' });
          await api.reaches(made, ends[fate]);
          return made;
        };
        const { round, holds } = await roundOf(api, ways, { bring, given, patient: rounds.length === 0 });
        rounds.push(round);
        if (holds) held += 1;
      }
      const { state } = claims.claim('moneyMoves', { ...given, rounds });
      if (state === 'held') claims.claim('feesFit', { ...given, rounds });
    }
    for (const side of cells.each(sides, (one) => `exchange ${one}`)) {
      const order = await trades.order(side);
      if (order) claims.claim('exchangeMoves', await trades.rounds(order, deadlines.finalMs));
    }
  },
);
