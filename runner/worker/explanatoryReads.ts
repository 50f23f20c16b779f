import { projectInPath } from '../../oracles/core/newRecord.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field } from '../../traffic/journal/runRecord.ts';
import { type Plan, read } from '../../traffic/transport/requestPlan.ts';
import { takesFromBalance } from './similarWrites.ts';

const options = (order: Exchange) => read.depositOptions(projectInPath(order) ?? '');

const limiting: Readonly<Record<string, (order: Exchange) => Plan>> = {
  'POST /v1/user/payments/payin': read.methods,
  'POST /v1/user/payments/payout': read.methods,
  'POST /v1/user/exchange': read.exchangeLimits,
  'POST /v1/user/crypto-acquiring/{projectId}/checkouts': options,
  'POST /v1/user/crypto-acquiring/{projectId}/requests': options,
};

/** Returns the list with the limits for the amount of an order; undefined if the order has no amount. */
function limitsOf(order: Exchange): Plan | undefined {
  const { sent, line } = order;
  const hasAmount = field(sent, 'amount') !== undefined || field(sent, 'fixedAmount') !== undefined;
  return hasAmount ? limiting[line.operation ?? '']?.(order) : undefined;
}

/** True for a new request without a price. It carries the limits of its asset, which may follow the market. */
const carriesLimits = ({ line, sent, class: kind }: Exchange) =>
  line.operation === 'POST /v1/user/crypto-acquiring/{projectId}/requests' &&
  kind === 'accepted' &&
  field(sent, 'amount') === undefined;

/**
 * Returns the reads that explain an answer before it is judged: an order may be refused for lack of money, and refused or accepted because its limits changed. A
 * request without a price shows limits that must be read again to know that they did not change.
 */
export function explanatoryReads(sent: Exchange): Plan[] {
  const isDefect = sent.line.purpose === 'defect';
  if (!isDefect && carriesLimits(sent)) return [options(sent)];
  const isOdd = isDefect ? sent.isTaken : sent.class === 'refused';
  if (!isOdd) return [];
  const limits = limitsOf(sent);
  return [...(takesFromBalance(sent.line) && !isDefect ? [read.balances()] : []), ...(limits ? [limits] : [])];
}
