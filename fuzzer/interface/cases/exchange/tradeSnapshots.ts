import type { TradeLooks, TradeRound } from '../../../../oracles/exchange/trades.ts';
import { type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { StepList } from '../../builder/cases.ts';

/** Reads the newest payments in a currency. */
export const newestPayments = (currency: string) => read.search({ sort: 'createdAt,desc', currency });

interface Assets {
  base: string;
  quote: string;
}

/** Reads what an order of a pair may move. The rates are read last before an order, and first after it. */
export function tradeSnapshot(steps: StepList, { base, quote }: Assets, when: 'before' | 'after'): TradeLooks {
  const plans = [newestPayments(base), newestPayments(quote), read.balances(), read.exchangeRates()];
  const seen = (when === 'before' ? plans : plans.toReversed()).map((plan) => steps.add(plan));
  const [ofBase = '', ofQuote = '', balances = '', rates = ''] = when === 'before' ? seen : seen.toReversed();
  return { base: ofBase, quote: ofQuote, balances, rates };
}

/** Sends an order between two snapshots. */
export function tradeRound(steps: StepList, assets: Assets, plan: Plan): TradeRound {
  const before = tradeSnapshot(steps, assets, 'before');
  const created = steps.add(plan);
  return { before, created, after: tradeSnapshot(steps, assets, 'after') };
}
