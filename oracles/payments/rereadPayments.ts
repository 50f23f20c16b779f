import { decimal, type Exact } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { type PaymentSighting, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { amountIn, pageOf, queryOf } from '../answers/searchPage.ts';
import { visibilityDeadlineNs } from '../core/creationEffect.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { isFinalStatus } from './lifecycle.ts';
import { unwalked } from './views/wholeLists.ts';

/** Returns the amount of a payment as a decimal; undefined if it shows none. */
export function amountText(payment: Exact): string | undefined {
  return amountIn(payment)?.toFixed();
}

/** A payment of an earlier run as it was then, and the read by this run. */
export interface Reread {
  previous: { id: string; status: string; amount: string; run: string };
  now: PaymentSighting;
}

/** Returns the payments of earlier runs that this run has read again. */
export function rereadsIn(record: RunRecord): Reread[] {
  const past = new Map((record.runs[0]?.past ?? []).map((one) => [one.id, one]));
  return record.payments.flatMap((now) => {
    const before = now.source === 'get' ? past.get(textField(now.value, 'id') ?? '') : undefined;
    return before ? [{ previous: before, now }] : [];
  });
}

/** A payment that an earlier run saw in a final status has not moved since (LIF-01). Manual support may move it, so this is only a warning. */
export function leftFinalSince({ previous, now }: Reread): Fault | undefined {
  const status = textField(now.value, 'status');
  if (!isFinalStatus(previous.status) || status === undefined || status === previous.status) return undefined;
  return {
    code: 'leftFinal',
    payment: previous.id,
    from: previous.status,
    to: status,
    older: true,
    exchanges: [now.exchange.id],
  };
}

/** The amount of a payment with an unchanged status has not changed since an earlier run (PAY-11). */
export function amountChanged({ previous, now }: Reread): Fault | undefined {
  const amount = amountIn(now.value);
  if (!amount || textField(now.value, 'status') !== previous.status || amount.eq(decimal(previous.amount)))
    return undefined;
  return {
    code: 'disagreement',
    payment: previous.id,
    field: 'amount',
    here: `${previous.amount} in run ${previous.run}`,
    there: amount.toFixed(),
    exchanges: [now.exchange.id],
  };
}

/** The result of a search for one clientOrderId. */
interface Look {
  key: string;
  exchange: Exchange;
  found: boolean;
}

function looksIn(record: RunRecord): Look[] {
  return record.of('GET /v2/user/payments/search').flatMap((exchange) => {
    const asked = [...queryOf(exchange)];
    const page = pageOf(exchange);
    const [name, key] = asked[0] ?? [];
    if (!page || asked.length !== 1 || name !== 'clientOrderId' || !key) return [];
    return [{ key, exchange, found: page.items.some((one) => textField(one, 'clientOrderId') === key) }];
  });
}

/** Search finds again what it has found before, in this run or an earlier one, and what the run has made (SRC-03). */
export function stillFound(record: RunRecord, _args: Record<string, never>): OracleResult {
  // If an environment is created anew, it has lost earlier payments. Search must find only those payments that can still be read.
  const there = new Set(rereadsIn(record).map(({ previous }) => previous.id));
  const known = (record.runs[0]?.past ?? []).filter(({ id }) => there.has(id));
  const past = new Set(known.map(({ clientOrderId }) => clientOrderId));
  const first = new Map<string, Look>();
  const lagNs = visibilityDeadlineNs(record) ?? 0n;
  const exchanges: string[] = [];
  const faults: Fault[] = [];
  for (const look of looksIn(record)) {
    const before = first.get(look.key);
    // Search may be served by two replicas, one of which does not show yet what the other one has shown.
    const isCertain = before && look.exchange.sentNs >= before.exchange.receivedNs + lagNs;
    if (before || past.has(look.key)) exchanges.push(look.exchange.id);
    if (!look.found && (isCertain || past.has(look.key)))
      faults.push({
        code: 'missed',
        payment: `the payment with clientOrderId ${look.key}`,
        where: 'a later search for it',
        exchanges: [...(before ? [before.exchange.id] : []), look.exchange.id],
      });
    if (look.found && !before) first.set(look.key, look);
  }
  if (record.live) return toResult([...exchanges, ...[...first.values()].map(({ exchange }) => exchange.id)], []);
  if (exchanges.length > 0) return toResult(exchanges, [...faults, ...unwalked(record)]);
  return faultResult({ code: 'noEvidence', wanted: 'two searches for the same payment', exchanges: [] });
}
