import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { amountsIn } from '../view/amounts.ts';
import { addressesIn } from '../view/shownAddress.ts';
import { evidenceOf, looksOf, requestRead, type Seen, shows } from '../visits.ts';

/** A visit to the page of a checkout without a price, its reads, and the limits of the asset that was chosen, as decimals. */
export interface ShownLimitArgs {
  page: string;
  reads: readonly string[];
  least: string;
  most: string;
}

const number = String.raw`(\d[\d.,'’\u00a0\u202f ]*\d|\d)`;

/** A range between two limits, and one limit, with the currency behind them. */
const patterns = (currency: string) =>
  [
    String.raw`(?:between|from|zwischen|von|від|от|между|між)\s+${number}\s+(?:and|to|und|bis|до|и|і|та)\s+${number}\s*${currency}\b`,
    String.raw`(?:minimum|maximum|min\.?|max\.?|at least|at most|mindestens|höchstens)(?:\s+amount)?:?\s+${number}\s*${currency}\b`,
  ].map((one) => new RegExp(one, 'giu'));

/** How far a shown limit may be from its exact value, as a part of it: a page may round it. */
const rounding = decimal('0.01');

const isNear = (shown: Decimal, exact: Decimal) => shown.minus(exact).abs().lte(exact.times(rounding));

/** Returns the limits that a look shows in a currency; a number that countries read differently has all its readings. */
const limitsIn = ({ text }: Seen, currency: string): Decimal[][] =>
  patterns(currency)
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap(([, ...numbers]) => numbers.map((one) => amountsIn(one).map(({ amount }) => amount)))
    .filter((readings) => readings.length > 0);

/** Where to pay any amount, the limits that a page shows are those of the asset that was chosen (CHK-11). */
export function showsOwnLimits(record: RunRecord, { page: id, reads, least, most }: ShownLimitArgs): OracleResult {
  const page = record.page(id);
  const currency = textField(requestRead(record, reads), 'currency');
  const shown = looksOf(page)
    .filter(({ nodes }) => addressesIn(nodes).length > 0)
    .flatMap((look) => (currency === undefined ? [] : limitsIn(look, currency)));
  const reason = 'the page shows no limits where to pay';
  if (shown.length === 0) return faultResult({ code: 'notApplicable', reason, exchanges: evidenceOf(page) });
  const own = [least, most].map((one) => decimal(one));
  const wrong = shown.find((readings) => !readings.some((one) => own.some((limit) => isNear(one, limit))));
  const wanted = `the limits ${least} to ${most} ${currency} where to pay`;
  return toResult(evidenceOf(page), wrong ? [shows(page, wanted, wrong.map((one) => one.toFixed()).join(' or '))] : []);
}
