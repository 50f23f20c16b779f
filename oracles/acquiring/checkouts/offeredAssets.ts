import { currencyOf } from '../../../schemas/domain/assets.ts';
import { formats } from '../../../schemas/domain/formats.ts';
import { type Decimal, decimal, type Exact, isExactNumber, isObject } from '../../../schemas/json/exact.ts';
import { field, grouped, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { type AcquiringSighting, checkoutsIn, listedAssets } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { projectInPath } from '../../core/newRecord.ts';
import { faultResult, learned, type OracleResult } from '../../core/result.ts';
import { feeOn } from '../requests/conversion.ts';
import { listedFee, listedRates, optionsOfProjects, sides } from '../requests/listedTerms.ts';

const optionsFor = (record: RunRecord, { exchange }: Sighting): readonly Exact[] =>
  optionsOfProjects(record).get(projectInPath(exchange) ?? '') ?? [];

const listedFor = (record: RunRecord, checkout: Sighting) =>
  new Set(optionsFor(record, checkout).flatMap(listedAssets));

/** A checkout offers no asset that the deposit options of its project do not list (CHK-09). */
export const offersListedAssets =
  (record: RunRecord) =>
  (sighting: AcquiringSighting): Fault[] => {
    const { value, where, exchange } = sighting;
    const listed = listedFor(record, sighting);
    const offered = listedAssets(value);
    if (listed.size === 0 || offered.length === 0 || !offered.every(formats['asset-id'])) return [];
    const strange = offered.filter((asset) => !listed.has(asset));
    if (strange.length === 0) return [];
    const wanted = `assets that the deposit options list, ${excerpt([...listed].join(', '))},`;
    const what = `${where}/cryptoCurrencies`;
    return [{ code: 'differs', what, wanted, seen: excerpt(offered.join(', ')), exchanges: [exchange.id] }];
  };

/** True for a checkout without a price whose assets can be compared with those of the deposit options. A price may be outside the limits of an asset. */
export const isComparable =
  (record: RunRecord) =>
  (checkout: AcquiringSighting): boolean =>
    textField(checkout.value, 'type') === 'NO_PRICE' &&
    listedAssets(checkout.value).length > 0 &&
    listedFor(record, checkout).size > 0;

/** Tells which of the listed assets a checkout offers; the interface does not say that it offers all of them (CHK-09). */
export const shareOffered =
  (record: RunRecord) =>
  (checkout: AcquiringSighting): string => {
    const offered = listedAssets(checkout.value);
    return [...listedFor(record, checkout)].every((asset) => offered.includes(asset)) ? 'all' : 'not all';
  };

/** An estimate of a checkout, with everything that it may follow from. */
interface Estimate {
  sighting: AcquiringSighting;
  project: string;
  asset: string;
  seen: Decimal;
  converted: Decimal;
  fee: Decimal;
}

/** The ways in which an estimate may follow from the price; all estimates of a project follow in the same way. */
const ways: readonly ((estimate: Estimate) => Decimal)[] = [
  ({ converted }) => converted,
  ({ converted, fee }) => converted.plus(fee),
];

/** Returns the only rate of an asset in a currency that the answers of a run list; undefined if it moved. */
function steadyRate(options: readonly Exact[], asset: string, currency: string): Decimal | undefined {
  if (currency === currencyOf(asset)) return decimal('1');
  const rates = listedRates(options, asset, currency);
  const [first] = rates;
  return first && rates.every((rate) => rate.eq(first)) ? first : undefined;
}

/** Returns the fee on a converted amount that the options list for an asset, whichever side pays it. */
function feeIn(options: readonly Exact[], asset: string, base: Decimal): Decimal {
  const fees = options.flatMap((one) =>
    sides.flatMap((whose) => {
      const fee = listedFee(one, whose, asset);
      return (fee && feeOn(fee, base)) ?? [];
    }),
  );
  return fees.reduce((most, one) => (one.gt(most) ? one : most), decimal('0'));
}

function estimatesOf(record: RunRecord, sighting: AcquiringSighting): Estimate[] {
  const { value, exchange } = sighting;
  const price = field(exchange.sent, 'fixedAmount');
  const [amount, currency] = [numberIn(price, 'amount'), textField(price, 'currency')];
  const shown = field(value, 'estimatedPayAmounts');
  if (!amount || currency === undefined || !isObject(shown) || textField(value, 'type') !== 'FIXED_PRICE') return [];
  const options = optionsFor(record, sighting);
  return Object.entries(shown).flatMap(([asset, estimate]) => {
    const rate = steadyRate(options, asset, currency);
    if (!rate || !isExactNumber(estimate)) return [];
    const converted = amount.div(rate);
    const project = projectInPath(exchange) ?? '';
    return [{ sighting, project, asset, seen: decimal(estimate), converted, fee: feeIn(options, asset, converted) }];
  });
}

/** Returns how many decimals the estimates of each asset show, two at least; an asset is rounded to its own scale. */
function placesByAsset(all: readonly Estimate[]): (asset: string) => number {
  const shown = grouped(all, ({ asset }) => asset);
  return (asset) => Math.max(2, ...(shown.get(asset) ?? []).map(({ seen }) => seen.decimalPlaces()));
}

/** An estimate may have six significant digits. */
const digitsPart = decimal('0.00001');

/** True if all estimates of a project follow from price and rate in one way. */
function areAlike(all: readonly Estimate[]): boolean {
  const placesOf = placesByAsset(all);
  const isNear = (one: Estimate, exact: Decimal) => {
    const unit = decimal('10').pow(-placesOf(one.asset)).times(2);
    const part = exact.times(digitsPart);
    return one.seen
      .minus(exact)
      .abs()
      .lte(part.gt(unit) ? part : unit);
  };
  return ways.some((way) => all.every((one) => isNear(one, way(one))));
}

/**
 * Learns whether the estimates of each project follow from price, rate and fee in one way, whatever the asset, the currency and the size of the price (CHK-07). The
 * interface does not show how they are made: a network fee or a stored rate may be in them.
 */
export function estimatesAgree(record: RunRecord): OracleResult {
  const created = checkoutsIn(record).filter(({ source }) => source === 'create');
  const all = created.flatMap((one) => estimatesOf(record, one));
  const wanted = 'estimates of a FIXED_PRICE checkout at a rate that does not move';
  if (all.length === 0) return faultResult({ code: 'noEvidence', wanted, exchanges: [] });
  const isOneWay = [...grouped(all, ({ project }) => project).values()].every(areAlike);
  const exchanges = all.map(({ sighting }) => sighting.exchange.id);
  return learned('all estimates', isOneWay ? 'by price, rate and fee' : 'in several or other ways', exchanges);
}
