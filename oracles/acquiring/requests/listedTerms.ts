import { currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal, type Exact } from '../../../schemas/json/exact.ts';
import { field, grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { type AcquiringSighting, answersTo, assetOf, requestsIn } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { statusOf } from '../../core/history.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { projectInPath } from '../../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { otherwise } from '../origins/creation.ts';
import { feeOn, rateDirection } from './conversion.ts';

/** All answers with deposit options of each project. */
export const optionsOfProjects = memoizedByRecord((record): ReadonlyMap<string, readonly Exact[]> => {
  const answers = answersTo(record, 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options');
  const groups = grouped(answers, ({ exchange }) => projectInPath(exchange) ?? '');
  return new Map([...groups].map(([project, all]) => [project, all.map(({ value }) => value)]));
});

/** A request with the deposit options of its project. */
interface Listed {
  sighting: AcquiringSighting;
  asset: string;
  options: readonly Exact[];
}

/** Returns the requests that wait for a payment, with the deposit options of their projects, if the run has read these. */
function waitingIn(record: RunRecord): Listed[] {
  return requestsIn(record).flatMap((sighting) => {
    const { value, exchange } = sighting;
    const project =
      textField(value, 'cryptoAcquiringProjectId') ?? textField(exchange.json, 'projectId') ?? projectInPath(exchange);
    const options = optionsOfProjects(record).get(project ?? '') ?? [];
    const asset = assetOf(sighting) ?? '';
    return statusOf(sighting) === 'WAITING_PAYMENT' && options.length > 0 ? [{ sighting, asset, options }] : [];
  });
}

const bounds = ['minLimit', 'maxLimit'] as const;

/** Returns what the deposit options list as a limit of an asset in its own currency, in any answer of the run. */
function limitsIn({ asset, options }: Listed, bound: (typeof bounds)[number]): Decimal[] {
  return options.flatMap(
    (one) => numberIn(field(field(one, 'limits'), asset), bound) ?? numberIn(field(one, `${bound}s`), asset) ?? [],
  );
}

/** A figure that follows the market moves, and so may differ by this part between the deposit options and a request. */
const mostPart = decimal('0.1');

const isNear = (one: Decimal, other: Decimal) => one.minus(other).abs().lte(one.times(mostPart));

/**
 * A limit may follow the market. It is judged only if it was the same in all reads of the run, of which there must be two: a run reads
 * the options again after such a request. Since these may come from a cache, a limit that is near theirs only draws advice.
 */
function unlikeLimits(one: Listed): Fault[] {
  const { sighting } = one;
  if (field(sighting.value, 'requestAmount') !== undefined) return [];
  return bounds.flatMap((bound) => {
    const [seen, listed] = [numberIn(sighting.value, bound), limitsIn(one, bound)];
    const [first, ...others] = listed;
    const isSteady = others.length > 0 && others.every((other) => first?.eq(other));
    if (!seen || !first || !isSteady || seen.eq(first)) return [];
    const wanted = `${first.toFixed()}, which the deposit options list for ${one.asset},`;
    const { what, seen: text, exchanges } = otherwise(sighting, bound, wanted);
    return [
      isNear(first, seen)
        ? { code: 'oddLimit', where: what, wanted, seen: text, exchanges }
        : { code: 'differs', what, wanted, seen: text, exchanges },
    ];
  });
}

/** The sides that may pay a fee. */
export const sides = ['merchant', 'payer'] as const;

/** Returns the fees of an asset that deposit options list for one side; undefined if there are none. */
export function listedFee(options: Exact, whose: (typeof sides)[number], asset: string) {
  const part = (name: string) => numberIn(field(options, `${whose}${name}PlatformFees`), asset);
  const fee = { total: undefined, fixed: part('Fixed'), percent: part('Percent') };
  return fee.fixed?.gt(0) || fee.percent?.gt(0) ? fee : undefined;
}

/** Returns the fees that may be charged, exactly: on the converted amount or on the amount to pay, which the interface leaves open. */
function feesFor({ sighting: { value }, asset, options }: Listed, whose: (typeof sides)[number]): Decimal[] {
  const own = options.flatMap((one) => listedFee(one, whose, asset) ?? []);
  // Options may list who pays the fee of a request, or of a checkout; the fee is the same.
  const all =
    own.length > 0 ? own : options.flatMap((one) => sides.flatMap((side) => listedFee(one, side, asset) ?? []));
  const bases = ['requestAmountConverted', 'payAmount'].flatMap((name) => numberIn(value, name) ?? []);
  return all.flatMap((fee) => bases.flatMap((base) => feeOn(fee, base) ?? []));
}

/** A fee may be rounded to cents, or to the decimals that it shows. */
const unitOf = (fee: Decimal) => decimal('10').pow(-Math.max(2, fee.decimalPlaces()));

/** Reports a fee that is charged but is not the one that the deposit options list. */
function unlikeFees(one: Listed): Fault[] {
  const { sighting, asset } = one;
  return sides.flatMap((whose) => {
    const name = `${whose}PlatformFee`;
    const [seen, fees] = [numberIn(sighting.value, name), feesFor(one, whose)];
    const [first] = fees;
    if (!seen?.gt(0) || !first || !numberIn(sighting.value, 'requestAmount')?.gt(0)) return [];
    if (fees.some((fee) => fee.minus(seen).abs().lte(unitOf(seen)))) return [];
    return [otherwise(sighting, name, `${first.toFixed()}, by the fees that the deposit options list for ${asset},`)];
  });
}

/** True if a pair of an asset and a currency names the asset last, so that its rate is turned. */
const isTurned = (pair: string | undefined, asset: string, amountIn: string) =>
  rateDirection({ pair, currency: currencyOf(asset), amountIn }) === 'crypto last';

const turned = (rate: Decimal) => decimal('1').div(rate);

/** Returns the rates of an asset in a currency that deposit options list, none of them turned. */
export function listedRates(options: readonly Exact[], asset: string, currency: string): Decimal[] {
  return options.flatMap((one) => {
    const entry = field(field(field(one, 'amountInOptions'), asset), currency);
    const rate = numberIn(entry, 'convertRate');
    if (!rate?.gt(0)) return [];
    return [isTurned(textField(entry, 'convertPair'), asset, currency) ? turned(rate) : rate];
  });
}

/** Reports a rate that is far from every rate that the deposit options list for the same two currencies. */
function unlikeRates({ sighting, asset, options }: Listed): Fault[] {
  const { value } = sighting;
  const [rate, amountIn] = [numberIn(value, 'convertRate'), textField(value, 'requestAmountIn') ?? ''];
  const isOwnTurned = isTurned(textField(value, 'convertPair'), asset, amountIn);
  const listed = listedRates(options, asset, amountIn).map((one) => (isOwnTurned ? turned(one) : one));
  const [first] = listed;
  if (!rate?.gt(0) || !first || amountIn === currencyOf(asset)) return [];
  if (listed.some((one) => isNear(one, rate))) return [];
  return [otherwise(sighting, 'convertRate', `near ${first.toFixed()}, which the deposit options list,`)];
}

const judgedBy =
  (rule: (one: Listed) => Fault[], wanted: string) =>
  (record: RunRecord): OracleResult => {
    const all = waitingIn(record);
    if (all.length === 0) return faultResult({ code: 'noEvidence', wanted, exchanges: [] });
    return toResult(
      all.map(({ sighting }) => sighting.exchange.id),
      all.flatMap(rule),
    );
  };

const wanted = 'a request that waits for a payment, in a project whose deposit options were read';

/** The fees of every request are those that the deposit options list for its asset (REQ-05). */
export const feesAsListed = judgedBy(unlikeFees, wanted);

/** The rate of every request is about the one that the deposit options list (REQ-04). */
export const ratesAsListed = judgedBy(unlikeRates, wanted);

const lacksLimit = ({ value }: AcquiringSighting, bound: string) => numberIn(value, bound) === undefined;

/** Returns the waiting requests without a price, with the deposit options of their projects, and whether the same view shows limits of any of them. */
export const unpricedWaiting = memoizedByRecord((record: RunRecord) => {
  const all = waitingIn(record).filter(({ sighting: { value } }) => field(value, 'requestAmount') === undefined);
  const limiting = new Set(
    all.flatMap(({ sighting }) => (bounds.some((bound) => lacksLimit(sighting, bound)) ? [] : sighting.source)),
  );
  return all.map((listed) => ({
    listed,
    exchange: listed.sighting.exchange,
    showsLimits: limiting.has(listed.sighting.source),
  }));
});

/**
 * A request without a price shows limits, whoever created it, and those that the deposit options list for its asset (§ Crypto acquiring request; § Limits, crypto
 * limits; REQ-02).
 */
export function hasListedLimits({ listed, showsLimits }: { listed: Listed; showsLimits: boolean }): Fault[] {
  const { sighting } = listed;
  const missing = bounds.filter((bound) => showsLimits && lacksLimit(sighting, bound));
  return [
    ...missing.map((bound) => otherwise(sighting, bound, 'a number, as of other requests without a price,')),
    ...unlikeLimits(listed),
  ];
}
