import type { TradeLooks, TradeRound } from '../../../../oracles/exchange/trades.ts';
import { type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import { stepOf } from '../../builder/caseSteps.ts';
import type { StepList } from '../../builder/combinationGenerator.ts';

/** Reads the newest payments in a currency. */
export const newestPayments = (currency: string) => read.search({ sort: 'createdAt,desc', currency });

interface Assets {
  base: string;
  quote: string;
}

/** Reads what an order of a pair may move. The rates are read last before an order, and first after it. */
export function tradeSnapshot(steps: StepList, { base, quote }: Assets, when: 'before' | 'after'): TradeLooks {
  const seen = new Map<string, string>();
  const plans: Readonly<Record<keyof TradeLooks, Plan>> = {
    base: newestPayments(base),
    quote: newestPayments(quote),
    balances: read.balances(),
    rates: read.exchangeRates(),
  };
  const order = ['base', 'quote', 'balances', 'rates'] as const;
  for (const name of when === 'before' ? order : order.toReversed()) seen.set(name, steps.add(stepOf(plans[name])));
  const at = (name: string) => seen.get(name) ?? '';
  return { base: at('base'), quote: at('quote'), balances: at('balances'), rates: at('rates') };
}

/** Sends an order between two snapshots. */
export function tradeRound(steps: StepList, assets: Assets, plan: Plan): TradeRound {
  const before = tradeSnapshot(steps, assets, 'before');
  const created = steps.add(stepOf(plan));
  return { before, created, after: tradeSnapshot(steps, assets, 'after') };
}
