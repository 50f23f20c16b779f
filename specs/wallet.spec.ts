import { tellingAmounts } from '../generators/fees.ts';
import { paymentBody } from '../generators/payment.ts';
import { hasEnded } from '../harness/ended.ts';
import { sides } from '../harness/market.ts';
import type { Method } from '../harness/methods.ts';
import type { Fate } from '../harness/oracles/money.ts';
import { textField } from '../harness/record.ts';
import { roundsOf } from '../harness/rounds.ts';
import { learnWays } from '../harness/searching.ts';
import { feesOf } from '../harness/shortPayout.ts';
import { create, law, learnTraits, must, test } from '../harness/test.ts';

/** interface.md § Balance: the fields are not shown. */
test('BAL-01 what the balances look like', law.observe, ({ record }) => {
  learnTraits(record.balanceShapes);
});

const fates: readonly Fate[] = ['held', 'paid out', 'failed', 'paid in'];

/** What any service owes that holds money. By card, in a currency that few other requirements move. */
test(
  'BAL-02 balances move exactly by the amounts and fees of orders',
  must.norm,
  async ({ api, cards, cells, claims, compose, deadlines, levers, methods, trades }) => {
    const orders = roundsOf(api, await learnWays(api), deadlines.visibleMs);
    const byCard = methods.all().filter(({ methodKey, hasNetworkFee }) => methodKey === 'CC_VISAMC' && !hasNetworkFee);
    const quiet = (type: Method['orderType']) => {
      const own = byCard.filter(({ orderType }) => orderType === type);
      return own.findLast(({ currency }) => !['EUR', 'USD', 'KZT'].includes(currency)) ?? own[0];
    };
    const [paidIn, paidOut] = [quiet('PAYIN'), quiet('PAYOUT')];
    const card = { held: cards.other, 'paid out': cards.success, failed: cards.failed, 'paid in': '' };
    const ends = { held: 'PENDING', 'paid out': 'SUCCESS', failed: 'FAILED', 'paid in': 'SUCCESS' };
    for (const fate of cells.each(
      // A methods list need not have both ways of one currency, nor a card at all.
      fates.filter((one) => (one === 'paid in' ? levers.declared && paidIn : paidOut)),
      (one) => one,
    )) {
      const isPayin = fate === 'paid in';
      const method = (isPayin ? paidIn : paidOut) ?? methods.payout({ methodKey: 'CC_VISAMC' });
      const body = compose(paymentBody(method, isPayin ? {} : { cardNumber: card[fate] }));
      const amounts = tellingAmounts(method, body['amount']);
      const { currency } = method;
      const given = { fate, currency, fees: feesOf(method) };
      const bring = async (nth: number) => {
        const amount = amounts[nth] ?? amounts[0];
        const made = await api.send((isPayin ? create.payin : create.payout)({ ...body, amount }));
        const id = isPayin ? textField(made.json, 'id') : undefined;
        if (id !== undefined) await levers.settle(id, { status: 'SUCCESS' }, () => hasEnded(api, id));
        await api.reaches(made, ends[fate]);
        return made;
      };
      const rounds = await orders.of(given, { bring, wanted: amounts.length });
      const { state } = claims.claim('moneyMoves', { ...given, rounds });
      if (state === 'held') claims.claim('feesFit', { ...given, rounds });
    }
    for (const side of cells.each(sides, (one) => `exchange ${one}`)) {
      const order = await trades.order(side);
      if (order) claims.claim('exchangeMoves', await trades.rounds(order, deadlines.finalMs));
    }
  },
);
