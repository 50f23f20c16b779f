import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { fieldTypes, typeName } from '../core/typeName.ts';

/** A fact about the form of the balances, whose fields the interface does not show (§ Balance). */
export interface BalanceForm {
  key: string;
  value: string;
  exchange: Exchange;
}

/** Describes the form of each accepted answer of the balances: the kind of the answer, and the fields of its entries (BAL-01). */
export function balanceForms({ exchanges }: Pick<RunRecord, 'exchanges'>): BalanceForm[] {
  return exchanges.flatMap((exchange) => {
    const { class: kind, line, json } = exchange;
    if (line.operation !== 'GET /v1/user/wallet/balances' || kind !== 'accepted' || json === undefined) return [];
    const entries = Array.isArray(json) ? json : [];
    const fields = [...new Set(entries.map(fieldTypes))];
    return [
      { key: 'answer', value: typeName(json), exchange },
      ...fields.map((value) => ({ key: 'entries', value, exchange })),
    ];
  });
}
