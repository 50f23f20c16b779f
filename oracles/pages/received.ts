import { type Decimal, decimal, isExactNumber } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { amountsIn, type ShownAmount } from './view/amounts.ts';
import { looksOf, requestRead, type Seen, shows } from './visits.ts';

/** A word that says of the number right after it that so much was received. */
const labelled = /(?:(?<!to be )\b(?:received|erhalten)|получено)[^\p{L}\p{N}]{0,4}(?:[A-Z]{3,5} )?\d.{0,30}/giu;

/** Words of money that is sent back. */
const refundWords = /refund|erstattung|возврат/i;

/** The most by which a page may round what it shows. */
const most = decimal('0.01');

const isNear = (one: Decimal, other: Decimal) => one.minus(other).abs().lt(most);

/** Returns the amounts that a look calls received: each first one after the word, in all its readings. */
function receivedIn({ text }: Seen, currency: string): ShownAmount[] {
  return [...text.matchAll(labelled)].flatMap(([found]) => {
    const all = amountsIn(found);
    const [first] = all;
    return all.filter((one) => first?.currency === currency && one.currency === currency).slice(0, 2);
  });
}

/** Returns the fault of the page of a checkout that is over, which calls another amount received than its paidAmount (§ Crypto acquiring request). */
export function receivedFaults(record: RunRecord, page: PageLine, reads: readonly string[]): Fault[] {
  const request = requestRead(record, reads);
  const [paid, currency] = [field(request, 'paidAmount'), textField(request, 'currency')];
  if (!isExactNumber(paid) || currency === undefined) return [];
  const exact = decimal(paid);
  const wanted = `${exact.toFixed()} ${currency}, which were paid, as what was received`;
  return looksOf(page, 'over').flatMap((look) => {
    const told = receivedIn(look, currency);
    // What somebody receives back may be less.
    const isRight = told.length === 0 || told.some(({ amount }) => isNear(amount, exact));
    if (isRight || refundWords.test(look.text)) return [];
    return [shows(page, wanted, told.map(({ amount }) => `${amount.toFixed()} ${currency}`).join(', '))];
  });
}
