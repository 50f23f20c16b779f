import { type Decimal, decimal, type Exact, isExactNumber } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { answersTo } from '../answers/acquiringRecords.ts';
import { pricesIn } from '../answers/depositPrices.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { otherPrices, priceOf } from './marks.ts';
import { addsFee, type VisitArgs } from './opening.ts';
import { evidenceOf, looksOf, notSeen, recordOf, requestRead, type Seen, shows } from './visits.ts';

/** A visit, the price that its end user tried to name, and the amount that he entered where that is allowed, with the currency of such amounts. */
export interface PriceArgs extends VisitArgs {
  named?: { amount: string; currency: string };
  entered?: string;
  currency?: string;
}

const figure = (request: Exact | undefined, name: string): Decimal | undefined => {
  const value = field(request, name);
  return isExactNumber(value) ? decimal(value) : undefined;
};

/**
 * How far every listed rate must be from 1, and the converted amount from the same number: near it, a rate that moved or a rounding may make them equal. A large
 * amount of a dollar that is not quite one is far enough.
 */
const [leastRate, leastAmount] = ['0.001', '0.05'];

/** True if an amount in one currency is surely another number in the asset of a request, by the rates that the target lists. */
function isConverted(
  record: RunRecord,
  { amount, currency, request }: { amount: Decimal; currency: string; request: Exact },
): boolean {
  const asset = `${textField(request, 'blockchain')}_${textField(request, 'currency')}`;
  const options = answersTo(record, 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options');
  const rates = options
    .flatMap(({ value }) => pricesIn(value))
    .flatMap((one) => (one.asset === asset && one.currency === currency && !one.isOwn && one.rate ? [one.rate] : []));
  return (
    rates.length > 0 &&
    rates.every((rate) => {
      const off = rate.minus(1).abs();
      return off.gt(leastRate) && off.times(amount).gt(leastAmount);
    })
  );
}

/** Returns the fault of an amount in one currency that a request takes for as much of its coin, or for another amount. */
function amountFaults(
  record: RunRecord,
  page: PageLine,
  price: { amount: Decimal; currency: string; request: Exact },
): Fault[] {
  const { amount, currency, request } = price;
  const wanted = `a request for ${amount.toFixed()} ${currency}`;
  const [own, asked, due] = [
    textField(request, 'requestAmountIn'),
    figure(request, 'requestAmount'),
    figure(request, 'payAmount'),
  ];
  const coin = textField(request, 'currency') ?? '';
  if (asked && own === currency && !asked.eq(amount)) return [shows(page, wanted, `one for ${asked.toFixed()} ${own}`)];
  if (own === undefined || !isConverted(record, price)) return [];
  const isTaken = (own !== currency && asked?.eq(amount)) || due?.eq(amount);
  return isTaken ? [shows(page, wanted, `one for ${amount.toFixed()} ${coin}`)] : [];
}

/** Words beside which an amount is a part of a price, or what a coin costs. */
const partWords =
  /\b(?:fees?|rates?|gebühr\w*|kurs|frais|comisi[oó]n|tarifa|ücret\w*)\b|комисс|комісі|курс|[=≈]\s*(?:[A-Z]{3,5}\s|[$€₴₸₺])?\s*\d/i;

/** Words beside which an amount is a limit; a number before them is one of minutes. */
const limitWords =
  /\b(?:minimum|maximum|minimal\w*|maximal\w*|limits?|mindest\w*|höchst\w*|mín(?:imo)?|máx(?:imo)?|at (?:least|most))\b|(?<!\d\s*)\b(?:min|max)\b|миним|максим|мінім|лимит|ліміт/i;

/** True for a look at a page that may be paid, at which an amount in the currency of the price is the price. */
const saysPrice = ({ step, text }: Seen) =>
  /^(?:opened|again|chosen|waiting|reloaded)/.test(step) && !partWords.test(text) && !limitWords.test(text);

/** Returns the fault of a page that names another amount in the currency of the price, and the price nowhere; a fee of the payer may be in it. */
function shownFaults(record: RunRecord, page: PageLine, request: Exact): Fault[] {
  const own = recordOf(record, page);
  const price = priceOf(own);
  // In the coin that is paid, the amount due stands beside the price.
  if (!price || price.currency === textField(request, 'currency') || addsFee(record, page)) return [];
  return looksOf(page)
    .filter(saysPrice)
    .flatMap((look) => {
      const others = otherPrices(own, look.text);
      const wanted = `the price ${price.amount.toFixed()} ${price.currency} on its page (${look.step})`;
      return others.length === 0 ? [] : [shows(page, wanted, others.join(', '))];
    })
    .slice(0, 1);
}

/** The price of a checkout is what its merchant set, on the page too, or an amount that its end user may choose, whatever is sent (CHK-05, CHK-12). */
export function keepsPrice(
  record: RunRecord,
  { page: id, reads, named, entered, currency = '' }: PriceArgs,
): OracleResult {
  const page = record.page(id);
  const request = requestRead(record, reads);
  if (reads.length === 0)
    return faultResult({
      ...{
        code: 'missing',
        wanted: 'a path to read a checkout back',
        hint: 'the target file names none under paths.checkout',
      },
      exchanges: evidenceOf(page),
    });
  if (request === undefined) return notSeen(page, 'a read of the checkout that shows its request');
  const price = priceOf(recordOf(record, page));
  const set = price ?? (entered === undefined ? undefined : { amount: decimal(entered), currency });
  const asked = figure(request, 'requestAmount');
  if (set === undefined && named === undefined)
    return notSeen(page, 'a price of the checkout, or one that its end user named or entered');
  const isNamed = named !== undefined && asked?.eq(named.amount) === true && set?.amount.eq(named.amount) !== true;
  const faults = isNamed
    ? [
        shows(
          page,
          'a price that the end user cannot name',
          `a request for ${named.amount}, which was added to what the page sent`,
        ),
      ]
    : set
      ? amountFaults(record, page, { ...set, request })
      : [];
  return toResult([...evidenceOf(page), ...reads.slice(-1)], [...faults, ...shownFaults(record, page, request)]);
}
