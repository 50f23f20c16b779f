import { isPaid } from './alike.ts';
import type { Exchange } from './exchange.ts';
import type { Purpose } from './lines.ts';
import { limitsOf, type Plan, read } from './plan.ts';

/** What is read once more before an answer is judged: an order may be refused for want of money, or refused or taken because its limits moved. */
export function looksAfter(plan: Plan, sent: Exchange, purpose: Purpose | undefined): Plan[] {
  const isDefect = purpose === 'defect';
  const isOdd = isDefect ? sent.isTaken : sent.class === 'refused';
  if (!isOdd) return [];
  const limits = limitsOf(plan);
  return [...(isPaid(plan) && !isDefect ? [read.balances()] : []), ...(limits ? [limits] : [])];
}
