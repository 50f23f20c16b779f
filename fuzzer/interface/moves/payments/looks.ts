import type { TradeLooks, TradeRound } from '../../../../harness/oracles/trade.ts';
import { type Plan, read } from '../../../../harness/plan.ts';
import { stepOf } from '../../steps.ts';
import type { Steps } from './variant.ts';

/** The newest payments in a currency. */
export const newestIn = (currency: string) => read.search({ sort: 'createdAt,desc', currency });

interface Assets {
  base: string;
  quote: string;
}

/** A look at what an order of a pair may move; the rates are read last before an order, and first after it. */
export function lookAt(steps: Steps, { base, quote }: Assets, when: 'before' | 'after'): TradeLooks {
  const seen = new Map<string, string>();
  const plans: Readonly<Record<keyof TradeLooks, Plan>> = {
    base: newestIn(base),
    quote: newestIn(quote),
    balances: read.balances(),
    rates: read.exchangeRates(),
  };
  const order = ['base', 'quote', 'balances', 'rates'] as const;
  for (const name of when === 'before' ? order : order.toReversed()) seen.set(name, steps.add(stepOf(plans[name])));
  const at = (name: string) => seen.get(name) ?? '';
  return { base: at('base'), quote: at('quote'), balances: at('balances'), rates: at('rates') };
}

/** An order between two looks. */
export function roundOf(steps: Steps, assets: Assets, plan: Plan): TradeRound {
  const before = lookAt(steps, assets, 'before');
  const created = steps.add(stepOf(plan));
  return { before, created, after: lookAt(steps, assets, 'after') };
}
