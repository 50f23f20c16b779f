import { listedAssets } from '../oracles/answers/acquiringRecords.ts';
import { blockchainOf, currencyOf } from '../schemas/domain/assets.ts';
import type { Contract } from '../schemas/load/contract.ts';
import { type RunRecord, textField } from '../traffic/journal/runRecord.ts';
import type { TraceCheckLog } from './assertionLog.ts';
import { collections } from './collections.ts';
import type { Evidence } from './evidence.ts';

type Collections = typeof collections;

/** The part of a run that a trace check can read. */
export type RecordView = {
  whole: RunRecord;
  contract: Contract;
} & { readonly [Name in keyof Collections]: Evidence<ReturnType<Collections[Name]['of']>[number]> };

/** Returns the view of a record for one trace check, whose log takes the results. A collection is computed only when the check names it. */
export function viewOf(record: RunRecord, log: TraceCheckLog): RecordView {
  const view = { whole: record, contract: record.contract };
  for (const [name, collection] of Object.entries(collections))
    Object.defineProperty(view, name, {
      get: () => {
        const absent = 'absent' in collection ? collection.absent?.(record) : undefined;
        return { ...collection, items: collection.of(record), absent, log };
      },
    });
  return view as RecordView;
}

/** Returns the values of one field in the target's own methods list, which PAY-03 and PAY-04 also accept. */
export function namedByMethods(record: RunRecord, name: string): string[] {
  return [...new Set(record.methods.map(({ value }) => textField(value, name)).filter((value) => value !== undefined))];
}

const depositOptions = 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options';

/** True if the lists that name currencies and blockchains were read, as far as they exist: a run reads them all, a recording of somebody's traffic may lack them. */
export const hasNamingLists = (record: RunRecord): boolean =>
  !record.live ||
  (record.methods.length > 0 && record.of(depositOptions).some(({ json }) => listedAssets(json).length > 0));

/**
 * Returns the assets of the target's exchange pairs, which a payment may be in: those that rates name, and the currencies of payments with which a listed pair
 * begins or ends.
 */
export function namedByExchange(record: RunRecord): string[] {
  const [rates, limits] = ['rates', 'limits'].map((list) =>
    record.of(`GET /v1/user/exchange/${list}`).flatMap(({ json }) => (Array.isArray(json) ? json : [])),
  );
  const assets = (rates ?? []).flatMap((one) => ['baseAsset', 'quoteAsset'].map((name) => textField(one, name)));
  const pairs = (limits ?? []).flatMap((one) => textField(one, 'symbolPair') ?? []);
  const currencies = new Set(record.payments.map(({ value }) => textField(value, 'currency')));
  const isOfPair = (currency = '') =>
    currency !== '' && pairs.some((pair) => pair.startsWith(currency) || pair.endsWith(currency));
  return [...new Set([...assets, ...[...currencies].filter(isOfPair)])].filter((one) => one !== undefined);
}

/** True if the methods or the projects of the target name a currency on a blockchain. */
export function namesOnChain(record: RunRecord, currency: string, blockchain: string): boolean {
  const isListed = record.methods.some(
    ({ value }) => textField(value, 'currency') === currency && textField(value, 'blockchain') === blockchain,
  );
  return (
    isListed || record.of(depositOptions).some(({ json }) => listedAssets(json).includes(`${blockchain}_${currency}`))
  );
}

/** Returns the currencies or blockchains of the assets that the projects of a record list (<BLOCKCHAIN>_<CURRENCY>). A payment may be in one of them. */
export function namedByProjects(record: RunRecord, name: 'currency' | 'blockchain'): string[] {
  const options = record.of(depositOptions);
  const assets = new Set(options.flatMap(({ json }) => listedAssets(json)));
  const part = name === 'currency' ? currencyOf : blockchainOf;
  return [...new Set([...assets].map(part))];
}
