import { sightingsOf } from '../../../oracles/core/creationEffect.ts';
import { resolutionOf } from '../../../oracles/payments/unresolvedWrites.ts';
import { noOutlay, type Outlay, outlayOf } from '../../../runner/selection/outlay.ts';
import { takesFromBalance } from '../../../runner/worker/similarWrites.ts';
import { decimal, type Exact, isExactNumber, isObject, parseExact } from '../../../schemas/json/exact.ts';
import type { OperationKey } from '../../../schemas/load/contract.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, type RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { CurrencyOf } from '../../engine/cases/caseOutlay.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { subjectStepAt } from '../../engine/cases/stepGroups.ts';

/** True for a case about an order that must be refused and would take from a balance. */
export function expectsRefusedSpending({ steps, label }: FuzzCase): boolean {
  const { operation } = steps[subjectStepAt(steps)] ?? {};
  return (
    label.is === 'invalid' && operation !== undefined && takesFromBalance({ operation: operation as OperationKey })
  );
}

/** Normalises an amount. Reads a text as a number if a target may do so. Drops a minus sign, which marks an amount that a balance loses. */
function amountIn(value: Exact | undefined): Exact | undefined {
  const text = isExactNumber(value) ? decimal(value).abs().toFixed() : value;
  const parsed = typeof text === 'string' && /^\d{1,40}(?:\.\d{1,40})?$/.test(text) ? parseExact(text) : undefined;
  return parsed && 'value' in parsed ? parsed.value : undefined;
}

/**
 * Returns what an order has moved. Prefers the amount in the record for a pay-out, and the amount in the body for an exchange order. Uses the other source if
 * the preferred one shows no amount.
 */
export function outlayOfOrder(record: RunRecord, { line, sent }: Exchange, currencyOf: CurrencyOf): Outlay {
  const { operation = '', request } = line;
  const shown = sightingsOf(record, request.clientOrderId ?? '').map(({ value }) => value);
  const sources = operation.endsWith('/payout') ? [...shown.toReversed(), sent] : [sent, ...shown];
  const said = isObject(sent) ? sent : {};
  for (const source of sources) {
    const amount = amountIn(field(source, 'amount'));
    const currency = field(source, 'currency') ?? said['currency'];
    const orderBody = { ...said, ...(currency !== undefined && { currency }), ...(amount !== undefined && { amount }) };
    const moved = amount === undefined ? noOutlay : outlayOf(operation, orderBody, currencyOf);
    if (moved !== noOutlay) return moved;
  }
  return noOutlay;
}

/** True if an order was made, or may have been. An order that was answered with a 5xx counts only if the record shows it. */
export const mayBeMade = (record: RunRecord, order: Exchange): boolean =>
  order.isTaken || order.isLost || (order.class === 'crashed' && resolutionOf(record, order) === 'made');
