import { feeTieAmounts } from '../generators/amounts/feeTies.ts';
import { paymentBody } from '../generators/payloads/payment.ts';
import type { OrderScenario } from '../oracles/balances/moneyConservation.ts';
import { sides } from '../runner/actions/exchange/market.ts';
import type { Method } from '../runner/actions/inputs/methods.ts';
import { learnSearchForm } from '../runner/actions/inputs/searchQueries.ts';
import { balanceRounds } from '../runner/actions/payments/balanceRounds.ts';
import { hasEnded } from '../runner/actions/payments/hasEnded.ts';
import { feesOf } from '../runner/actions/payments/uncoveredPayout.ts';
import { create, learnTraits, must, test, traceCheck } from '../runner/requirement/test.ts';
import { currenciesThatNeed } from '../schemas/domain/currencies.ts';
import { textField } from '../traffic/journal/runRecord.ts';

/** interface.md § Balance: the fields are not shown. */
test('BAL-01 what the balances look like', traceCheck.observe, ({ record }) => {
  learnTraits(record.balanceShapes);
});

const scenarios: readonly OrderScenario[] = ['held', 'paid out', 'failed', 'paid in'];

/** A norm for any service that holds money. The orders are by card, in a currency that few other requirements move. */
test(
  'BAL-02 balances move exactly by the amounts and fees of orders',
  must.norm,
  async ({ api, cards, combinations, assertions, compose, deadlines, control, methods, trades }) => {
    const orders = balanceRounds(api, await learnSearchForm(api), deadlines.visibleMs);
    const byCard = methods.all().filter(({ methodKey, hasNetworkFee }) => methodKey === 'CC_VISAMC' && !hasNetworkFee);
    const quiet = (type: Method['orderType']) => {
      const own = byCard.filter(({ orderType }) => orderType === type);
      return own.findLast(({ currency }) => !currenciesThatNeed('PAYOUT', 'firstName').includes(currency)) ?? own[0];
    };
    const [paidIn, paidOut] = [quiet('PAYIN'), quiet('PAYOUT')];
    const card = { held: cards.other, 'paid out': cards.success, failed: cards.failed, 'paid in': '' };
    const ends = { held: 'PENDING', 'paid out': 'SUCCESS', failed: 'FAILED', 'paid in': 'SUCCESS' };
    for (const scenario of combinations.each(
      // A methods list need not have both directions of one currency, or a card at all.
      scenarios.filter((one) => (one === 'paid in' ? control.declared && paidIn : paidOut)),
      (one) => one,
    )) {
      const isPayin = scenario === 'paid in';
      const method = (isPayin ? paidIn : paidOut) ?? methods.payout({ methodKey: 'CC_VISAMC' });
      const body = compose(paymentBody(method, isPayin ? {} : { cardNumber: card[scenario] }));
      const amounts = feeTieAmounts(method, body.amount);
      const { currency } = method;
      const given = { fate: scenario, currency, fees: feesOf(method) };
      const bring = async (nth: number) => {
        const amount = amounts[nth] ?? amounts[0] ?? body.amount;
        const made = await api.send(create.payment(method, { ...body, amount }));
        const id = isPayin ? textField(made.json, 'id') : undefined;
        if (id !== undefined) await control.settle(id, { status: 'SUCCESS' }, () => hasEnded(api, id));
        await api.reaches(made, ends[scenario]);
        return made;
      };
      const rounds = await orders.of(given, { bring, wanted: amounts.length });
      const { state } = assertions.assert('moneyMoves', { ...given, rounds });
      if (state === 'held') assertions.assert('feesFit', { ...given, rounds });
    }
    for (const side of combinations.each(sides, (one) => `exchange ${one}`)) {
      const order = await trades.order(side);
      if (order) assertions.assert('exchangeMoves', await trades.rounds(order, deadlines.finalMs));
    }
  },
);
