import { amountForTie } from '../generators/amounts/priceTies.ts';
import type { OrderScenario } from '../oracles/balances/feeInterpretations.ts';
import { sides } from '../runner/actions/exchange/market.ts';
import { learnSearchForm } from '../runner/actions/inputs/searchQueries.ts';
import { drawnItem } from '../runner/actions/inputs/turns.ts';
import { balanceRounds } from '../runner/actions/payments/balanceRounds.ts';
import { detours, passThrough } from '../runner/actions/payments/detours.ts';
import { hasEnded } from '../runner/actions/payments/hasEnded.ts';
import { type MoneyCase, moneyCase, moneyCasesBeside } from '../runner/actions/payments/moneyCases.ts';
import { feesOf } from '../runner/actions/payments/uncoveredPayout.ts';
import { hostile, learnTraits, test, traceCheck } from '../runner/requirement/test.ts';
import { textField } from '../traffic/journal/runRecord.ts';

/** interface.md § Balance: the fields are not shown. */
test('BAL-01 what the balances look like', traceCheck.observe, ({ record }) => {
  learnTraits(record.balanceShapes);
});

const scenarios: readonly OrderScenario[] = ['held', 'paid out', 'failed', 'paid in'];

/** How each scenario ends: the status that the order reaches. */
const ends = { held: 'PENDING', 'paid out': 'SUCCESS', failed: 'FAILED', 'paid in': 'SUCCESS' };

/** A norm for any service that holds money. The test runs last, when no other one moves the balances; the seed draws methods, pairs and magnitudes. */
test(
  'BAL-02 balances move exactly by the amounts and fees of orders',
  hostile.must.norm,
  async ({ api, balances, cards, combinations, assertions, deadlines, draw, control, methods, trades, worker }) => {
    const orders = balanceRounds(api, await learnSearchForm(api), deadlines.visibleMs);
    const card = { held: cards.other, 'paid out': cards.success, failed: cards.failed, 'paid in': '' };
    const parts = { worker, methods, draw, balances };
    const wishFor = (scenario: OrderScenario) => {
      const byCardAlone = scenario === 'held' || scenario === 'failed';
      const cardNumber = card[scenario];
      return { name: `BAL-02 ${scenario}`, scenario, byCardAlone, ...(cardNumber && { cardNumber }) };
    };
    const cases: { scenario: OrderScenario; found: MoneyCase }[] = [];
    for (const scenario of scenarios.filter((one) => one !== 'paid in' || control.declared)) {
      const found = await moneyCase(parts, wishFor(scenario));
      // A methods list need not have both directions, or a card at all.
      if (found) cases.push({ scenario, found });
    }
    const judge = async (scenario: OrderScenario, { method, plans }: MoneyCase) => {
      const given = { fate: scenario, currency: method.currency, fees: feesOf(method) };
      // All rounds of a night go the same way, since only what each of them shows is a fault; a full run goes the longer one.
      const isFull = worker.run.selection.profile === 'full';
      const statuses = isFull ? ['FROZEN'] : drawnItem<readonly string[]>(worker, 'a detour of a pay-in', detours);
      const bring = async (nth: number) => {
        const made = await api.send(plans[nth] ?? plans[0]);
        const id = scenario === 'paid in' ? textField(made.json, 'id') : undefined;
        if (id !== undefined) {
          await passThrough(control, id, statuses);
          await control.settle(id, { status: 'SUCCESS' }, () => hasEnded(api, id));
        }
        await api.reaches(made, ends[scenario]);
        return made;
      };
      const rounds = await orders.of(given, { bring, wanted: plans.length });
      const { state } = assertions.assert('moneyMoves', { ...given, rounds });
      if (state === 'held') assertions.assert('feesFit', { ...given, rounds });
    };
    for (const { scenario, found } of combinations.each(cases, (one) => one.scenario)) {
      await judge(scenario, found);
      if (scenario !== 'paid out') continue;
      const beside = await moneyCasesBeside(parts, { wish: wishFor(scenario), method: found.method });
      for (const one of beside) await judge(scenario, one);
    }
    for (const side of combinations.each(sides, (one) => `exchange ${one}`)) {
      const order = await trades.order(side, (pricing) => amountForTie('a tie after an even digit', pricing));
      if (order) assertions.assert('exchangeMoves', await trades.rounds(order, deadlines.finalMs));
    }
    if (control.declared) assertions.assert('creditsSettled', {});
  },
);
