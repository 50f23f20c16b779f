import { listedAssets } from '../oracles/answers/acquiringRecords.ts';
import { blockchainOf, currencyOf } from '../schemas/domain/assets.ts';
import type { Contract } from '../schemas/load/contract.ts';
import { type RunRecord, textField } from '../traffic/journal/runRecord.ts';
import type { TraceCheckLog } from './assertionLog.ts';
import { collections } from './collections.ts';
import type { Evidence } from './evidence.ts';

type Collections = typeof collections;

/** What a law sees of a run. */
export type RecordView = {
  whole: RunRecord;
  contract: Contract;
} & { readonly [Name in keyof Collections]: Evidence<ReturnType<Collections[Name]['of']>[number]> };

/** The view of a record for one law, whose ledger takes the rulings; only the collections that the law names are made. */
export function viewOf(record: RunRecord, ledger: TraceCheckLog): RecordView {
  const view = { whole: record, contract: record.contract };
  for (const [name, collection] of Object.entries(collections))
    Object.defineProperty(view, name, {
      get: () => {
        const absent = 'absent' in collection ? collection.absent?.(record) : undefined;
        return { ...collection, items: collection.of(record), absent, log: ledger };
      },
    });
  return view as RecordView;
}

/** The values of one field over the target's own methods list: what PAY-03 and PAY-04 also let through. */
export function namedByMethods(record: RunRecord, name: string): string[] {
  return [...new Set(record.methods.map(({ value }) => textField(value, name)).filter((value) => value !== undefined))];
}

/** The currencies or blockchains of the assets that the projects of a record list, <BLOCKCHAIN>_<CURRENCY>: a payment may be in one of them. */
export function namedByProjects(record: RunRecord, name: 'currency' | 'blockchain'): string[] {
  const options = record.of('GET /v1/user/crypto-acquiring/{widgetId}/deposit-options');
  const assets = new Set(options.flatMap(({ json }) => listedAssets(json)));
  const part = name === 'currency' ? currencyOf : blockchainOf;
  return [...new Set([...assets].map(part))];
}
