import { isTelling } from '../../schemas/domain/tellingText.ts';
import { type Decimal, decimal, type Exact, isExactNumber } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { checkoutsIn } from '../answers/acquiringRecords.ts';
import { amountsIn, showsAmount } from './view/amounts.ts';
import { recordOf } from './visits.ts';

const spaced = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Returns whether a text has a part, whatever spaces stand between their words. */
function partsOf(text: string): (part: string | undefined) => boolean {
  const whole = spaced(text);
  return (part) => part !== undefined && spaced(part).length > 2 && whole.includes(spaced(part));
}

/** Returns the price of a checkout as its creation showed it. */
export function priceOf(checkout: Exact | undefined) {
  const [amount, currency] = [
    field(field(checkout, 'fixedAmount'), 'amount'),
    textField(field(checkout, 'fixedAmount'), 'currency'),
  ];
  return isExactNumber(amount) && currency !== undefined ? { amount: decimal(amount), currency } : undefined;
}

/** Returns what in a text belongs to a checkout, in words; a name that others share counts, too. */
export function ownMarks(checkout: Exact | undefined, text: string): string[] {
  const has = partsOf(text);
  const texts = ['id', 'clientOrderId', 'name'].filter((name) => has(textField(checkout, name)));
  const price = priceOf(checkout);
  const isPriced = price !== undefined && showsAmount(text, price.amount, price.currency);
  return [...texts, ...(isPriced ? ['fixedAmount'] : [])];
}

/** True for a name that says which checkout it is: one of digits may stand on any page, too. */
const isTellingName = (name: string) => isTelling(name) && /\p{L}{3}/u.test(name);

/** Returns what in a text belongs to another checkout of the run and not to this one: an id, or a name where its own name is not shown. */
export function foreignMarks(record: RunRecord, page: PageLine, text: string): string[] {
  const own = recordOf(record, page);
  const others = checkoutsIn(record).filter(({ value }) => textField(value, 'id') !== textField(own, 'id'));
  const ids = others.flatMap(({ value }) => [textField(value, 'id'), textField(value, 'clientOrderId')]);
  const isOwn = (part: string) =>
    ['id', 'clientOrderId', 'name', 'returnUrl'].some((name) => textField(own, name)?.includes(part));
  const name = textField(own, 'name');
  const has = partsOf(text);
  const names = has(name) ? [] : others.map(({ value }) => textField(value, 'name'));
  const told = [
    ...ids.filter((one) => one !== undefined && isTelling(one)),
    ...names.filter((one) => one !== undefined && isTellingName(one)),
  ];
  return [...new Set(told.filter((one): one is string => has(one) && !isOwn(one ?? '')))];
}

/** True if a text shows a price whose cents stand beside it as a number of their own, raised or small. */
function isSplit(text: string, amount: Decimal): boolean {
  const [whole = '', cents = ''] = amount.toFixed(2).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, "[.,'’\u00a0\u202f ]?");
  return new RegExp(`(?<![\\d.,])${grouped}[\\s.,]+${cents}(?!\\d)`).test(text);
}

/** Returns the amounts in the currency of a price that a text shows, if it shows the price nowhere; empty if it shows it, or none. */
export function otherPrices(checkout: Exact | undefined, text: string): string[] {
  const price = priceOf(checkout);
  if (!price || showsAmount(text, price.amount, price.currency) || isSplit(text, price.amount)) return [];
  return amountsIn(text).flatMap(({ amount, currency }) =>
    currency === price.currency ? [`${amount.toFixed()} ${currency}`] : [],
  );
}
