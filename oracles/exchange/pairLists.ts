import { type Exact, type ExactObject, isObject, sameValue } from '../../schemas/json/exact.ts';
import type { OperationKey } from '../../schemas/load/contract.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord, type Sighting, textField } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { entriesIn, limitsIn, ratesIn } from '../answers/exchangeLists.ts';
import { hasShape } from '../core/contractShape.ts';
import { leftOut } from '../core/leftOut.ts';
import { faultResult, type Looked, lookedAt, type OracleResult, toResult } from '../core/result.ts';
import { missingFault } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';
import { arrayFault } from '../payments/methodsList.ts';
import { contradictions, foreignPrices, oddities, type RateArgs, type SinglesArgs, strayPrices } from './pairPrices.ts';

/** A kind of list: the component of its entries, its operation, and the fields that a list and a single read share. */
export interface Sort {
  component: string;
  list: OperationKey;
  /** The operation that reads one entry. */
  single: OperationKey;
  /** The field that names the pair. */
  name: 'symbolPair' | 'pair';
  /** Fields that each entry shows if one does. */
  even: readonly string[];
  /** Fields that do not change, so that a single read and the list agree. Prices may change. */
  resting: readonly string[];
}

const limits: Sort = {
  component: 'ExchangeLimit',
  list: 'GET /v1/user/exchange/limits',
  single: 'GET /v1/user/exchange/limits/{symbolPair}',
  name: 'symbolPair',
  even: ['minLimit', 'maxLimit'],
  resting: ['symbolPair', 'minLimit', 'maxLimit'],
};
const rates: Sort = {
  component: 'ExchangeRate',
  list: 'GET /v1/user/exchange/rates',
  single: 'GET /v1/user/exchange/rates/{symbolPair}',
  name: 'pair',
  even: ['scale', 'roundingMode'],
  resting: ['pair', 'baseAsset', 'quoteAsset', 'scale', 'roundingMode'],
};

/** The two kinds of lists. */
export const sorts = { limits, rates };

const entryOf = (list: Exchange, { name }: Sort, pair: string): ExactObject | undefined =>
  entriesIn(list)
    .filter(isObject)
    .find((value) => textField(value, name) === pair);

/** Compares values; null and absent are equal. */
const isSame = (one: Exact | undefined, other: Exact | undefined) => sameValue(one ?? null, other ?? null);

function sightingsIn(exchange: Exchange): Sighting[] {
  const where = exchange.line.operation ?? '';
  if (isObject(exchange.json)) return [{ exchange, where, value: exchange.json }];
  return entriesIn(exchange).flatMap((value, index) =>
    isObject(value) ? [{ exchange, where: `${where} /${index}`, value }] : [],
  );
}

/** True if all lists of the run show the same value in a field of a pair. Otherwise the value may also have changed for a moment between two lists. */
function rests(record: RunRecord, { sort, pair, name }: { sort: Sort; pair: string; name: string }): boolean {
  const lists = record.of(sort.list).filter(({ class: kind }) => kind === 'accepted');
  const [first, ...others] = lists.flatMap((list) => entryOf(list, sort, pair) ?? []);
  return others.every((one) => isSame(field(one, name), field(first, name)));
}

/** Reports fields of a single read that differ from the lists before and after it. A field is reported only if all lists of the run agree on it. */
function departures(
  record: RunRecord,
  sort: Sort,
  { one, pair, lists }: { one: Exchange; pair: string; lists: readonly Exchange[] },
) {
  const [early, late] = lists.map((list) => entryOf(list, sort, pair));
  if (!early || !late) return [];
  return sort.resting
    .filter((name) => rests(record, { sort, pair, name }))
    .filter((name) => !isSame(field(one.json, name), field(early, name)))
    .map(
      (name): Fault => ({
        code: 'differs',
        what: `${name} of ${pair}`,
        wanted: excerpt(field(early, name) ?? null),
        seen: excerpt(field(one.json, name) ?? null),
        exchanges: [...lists.map(({ id }) => id), one.id],
      }),
    );
}

/** Reports a single read that is refused although the lists around it show its pair, or whose fields are not theirs. */
export function singleFaults(
  record: RunRecord,
  sort: Sort,
  { one, pair, lists }: { one: Exchange; pair: string; lists: readonly Exchange[] },
): Fault[] {
  if (one.class === 'accepted' && isObject(one.json)) return departures(record, sort, { one, pair, lists });
  // A pair that was withdrawn in the meantime is missing in the later list.
  if (!lists.every((list) => entryOf(list, sort, pair))) return [];
  const what = `a single read of ${pair}, which the list shows,`;
  return [excuseFor(record, one) ?? { code: 'notAccepted', what, seen: one.seen, exchanges: [one.id] }];
}

function listFaults(record: RunRecord, list: Exchange): Fault[] {
  if (list.class !== 'accepted') return [missingFault(record, list, 'a list')];
  return [arrayFault(list) ?? []].flat();
}

/** Compares a list with its single reads: both have the listed fields, and the fields that do not change have the same values. */
function agree(record: RunRecord, sort: Sort, { before, singles, after }: SinglesArgs) {
  const lists = [before, after].map((id) => record.exchange(id));
  const ones = singles.map(({ pair, exchange }) => ({ pair, one: record.exchange(exchange) }));
  const exchanges = [...lists.map(({ id }) => id), ...ones.map(({ one }) => one.id)];
  const shape = hasShape(record.contract, sort.component);
  const shown = [...lists, ...ones.map(({ one }) => one)].filter(({ class: kind }) => kind === 'accepted');
  const sightings = shown.flatMap(sightingsIn);
  const faults = [
    ...lists.flatMap((list) => listFaults(record, list)),
    ...sightings.flatMap((sighting) => [shape(sighting) ?? []].flat()),
    ...lists.flatMap((list) => leftOut(sightingsIn(list), sort.even)),
    ...ones.flatMap(({ one, pair }) => singleFaults(record, sort, { one, pair, lists })),
  ];
  const lacking: Fault = { code: 'noEvidence', wanted: 'a pair in the list', exchanges };
  return { exchanges, sightings, faults: faults.length === 0 && ones.length === 0 ? [lacking] : faults };
}

const letters = (text: string) => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase();

/** Reports pairs of the list that are not written as base followed by quote. */
function misspelt(list: Exchange, rateList: Exchange): Fault[] {
  const assets = entriesIn(rateList).map((value) => [textField(value, 'baseAsset'), textField(value, 'quoteAsset')]);
  const correct = new Set(assets.map(([base, quote]) => `${base}${quote}`));
  const turned = new Map(
    assets.flatMap(([base, quote]) =>
      [`${base}${quote}`, `${quote}${base}`].map((one) => [letters(one), `${base}${quote}`] as const),
    ),
  );
  const named = new Set(limitsIn(list).map(({ symbolPair }) => symbolPair));
  return [...named].flatMap((symbolPair): Fault[] => {
    const wanted = turned.get(letters(symbolPair));
    if (correct.has(symbolPair) || wanted === undefined || named.has(wanted)) return [];
    return [{ code: 'differs', what: 'symbolPair', wanted, seen: symbolPair, exchanges: [list.id, rateList.id] }];
  });
}

/** Reports what a list of the run shows as no list may, whoever asked for it and when: pairs by other names, prices that cross. */
export function oddListsIn(record: RunRecord, sort: Sort): Fault[] {
  const listsOf = (one: Sort) => record.of(one.list).filter(({ class: kind }) => kind === 'accepted');
  const [rateList] = listsOf(rates);
  return listsOf(sort).flatMap((list) =>
    sort === rates ? sightingsIn(list).flatMap(oddities) : rateList ? misspelt(list, rateList) : [],
  );
}

const singlesOf = (of: number, { singles }: SinglesArgs): Looked => ({
  of,
  at: singles.length,
  why: 'pairs: the first of the list were also read one by one',
});

/** The limits list and single limits have the same fields and values. A symbolPair is base and quote concatenated (XCH-01). */
export function limitsAgree(record: RunRecord, args: SinglesArgs & { rates: string }): OracleResult {
  const { exchanges, sightings, faults } = agree(record, limits, args);
  const [list, ratesList] = [record.exchange(args.before), record.exchange(args.rates)];
  const spelling = [...misspelt(list, ratesList), ...contradictions(list, sightings)];
  const before = limitsIn(record.exchange(args.before)).length;
  return lookedAt(toResult([...exchanges, args.rates], [...faults, ...spelling]), singlesOf(before, args));
}

/**
 * The rates list and single rates have the listed fields, and the fields that do not change have the same values. A pair is base and quote concatenated, and no
 * pair has the prices of another one for a moment (XCH-02).
 */
export function ratesAgree(record: RunRecord, args: RateArgs): OracleResult {
  const { exchanges, sightings, faults } = agree(record, rates, args);
  const before = ratesIn(record.exchange(args.before)).length;
  const all = [...faults, ...sightings.flatMap(oddities), ...foreignPrices(record, args), ...strayPrices(record, args)];
  return lookedAt(toResult(exchanges, all), singlesOf(before, args));
}

/** Three successive lists of pairs: the first and the last are of one kind, the list between them is of the other kind. */
export interface MatchArgs {
  before: string;
  between: string;
  after: string;
}

const pairsIn = (exchange: Exchange) =>
  new Set([...limitsIn(exchange).map(({ symbolPair }) => symbolPair), ...ratesIn(exchange).map(({ pair }) => pair)]);

/** Every pair that both outer lists show is in the list between them (XCH-06). */
export function pairsMatch(record: RunRecord, { before, between, after }: MatchArgs): OracleResult {
  const exchanges = [before, between, after];
  const lists = exchanges.map((id) => record.exchange(id));
  const failed = lists.find((list) => list.class !== 'accepted' || !Array.isArray(list.json));
  if (failed) return faultResult(missingFault(record, failed, 'a list of pairs'));
  const [early = new Set<string>(), middle = new Set<string>(), late = new Set<string>()] = lists.map(pairsIn);
  const lasting = [...early].filter((pair) => late.has(pair));
  if (lasting.length === 0) return faultResult({ code: 'noEvidence', wanted: 'a pair in a list', exchanges });
  const where = record.exchange(between).request;
  const missing = lasting.filter((pair) => !middle.has(pair));
  return toResult(
    exchanges,
    missing.map((payment) => ({ code: 'missed', payment, where, exchanges })),
  );
}
