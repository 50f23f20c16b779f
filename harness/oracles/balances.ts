import { type Exact, isExactNumber, isObject } from '../../schemas/exact.ts';
import type { Exchange } from '../exchange.ts';
import type { RunRecord } from '../record.ts';

const kindOf = (value: Exact): string => {
  if (value === null) return 'null';
  if (isExactNumber(value)) return 'number';
  return Array.isArray(value) ? 'array' : isObject(value) ? 'object' : typeof value;
};

/** A fact about the shape of the balances, whose fields are not shown (§ Balance). */
export interface Shape {
  key: string;
  value: string;
  exchange: Exchange;
}

/** The fields of an entry, each with its type; a null says nothing of the type. */
function fieldsOf(entry: Exact): string {
  if (!isObject(entry)) return kindOf(entry);
  const names = Object.entries(entry).filter(([, value]) => value !== null);
  return names
    .map(([name, value]) => `${name} ${kindOf(value)}`)
    .sort()
    .join(', ');
}

/** What each accepted answer of the balances looks like: what it is, and what its entries are (BAL-01). */
export function balanceShapes({ exchanges }: Pick<RunRecord, 'exchanges'>): Shape[] {
  return exchanges.flatMap((exchange) => {
    const { class: kind, line, json } = exchange;
    if (line.operation !== 'GET /v1/user/wallet/balances' || kind !== 'accepted' || json === undefined) return [];
    const entries = Array.isArray(json) ? json : [];
    const fields = [...new Set(entries.map(fieldsOf))];
    return [
      { key: 'answer', value: kindOf(json), exchange },
      ...fields.map((value) => ({ key: 'entries', value, exchange })),
    ];
  });
}
