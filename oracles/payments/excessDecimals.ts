import { type Decimal, decimal, isExactNumber } from '../../schemas/json/exact.ts';
import { field, type RunRecord } from '../../traffic/journal/runRecord.ts';
import { sightingsOf } from '../core/creationEffect.ts';
import { learned, type OracleResult, toResult } from '../core/result.ts';
import { excuseFor } from '../general/excuse.ts';

/** An amount with too many decimals: as it was sent, and the nearest lower and higher amounts in the method's scale. */
export interface PreciseArgs {
  exchange: string;
  key: string;
  sent: string;
  below: string;
  above: string;
}

function shownAmount(record: RunRecord, exchange: string): Decimal | undefined {
  const { line } = record.exchange(exchange);
  const own = record.payments.filter((sighting) => sighting.exchange.id === exchange);
  const amounts = [...own, ...sightingsOf(record, line.request.clientOrderId ?? '')].map(({ value }) =>
    field(value, 'amount'),
  );
  const amount = amounts.find((value) => isExactNumber(value));
  return isExactNumber(amount) ? decimal(amount).abs() : undefined;
}

/** Learns what happens to an amount with more decimals than the method's scale, which interface.md does not say (MTD-09). */
export function decimalsGet(record: RunRecord, { exchange, key, sent, below, above }: PreciseArgs): OracleResult {
  const answer = record.exchange(exchange);
  const hindered = excuseFor(record, answer);
  if (hindered) return toResult([exchange], [hindered]);
  if (answer.class !== 'accepted') return learned(key, `${answer.class} (${answer.status})`, [exchange]);
  const shown = shownAmount(record, exchange);
  if (!shown && !record.live)
    return toResult(
      [],
      [{ code: 'noEvidence', wanted: `an amount in the answer to ${answer.request}`, exchanges: [exchange] }],
    );
  const becomes = { 'kept as sent': sent, 'rounded down': below, 'rounded up': above };
  const found = Object.entries(becomes).find(([, amount]) => shown?.eq(decimal(amount)));
  return learned(key, found?.[0] ?? 'taken as another amount', [exchange]);
}
