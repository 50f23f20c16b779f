import { decimal, isExactNumber } from '../../../schemas/json/exact.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { notSeen, shows } from '../visits.ts';

/** A text that was entered as an amount, what it means as a decimal, or nothing if it is no amount to pay, and the last read of the checkout after that. */
export interface EnteredText {
  text: string;
  means?: string;
  read: string;
}

/** A visit on which texts were entered as amounts. */
export interface TextArgs {
  page: string;
  texts: readonly EnteredText[];
}

/** Returns the amount that a checkout took: what was paid, or what its request asks for. */
function amountTaken(record: RunRecord, read: string) {
  const { json } = record.exchange(read);
  const request = field(json, 'request');
  const figure = field(request, textField(json, 'status') === 'SUCCESS' ? 'paidAmount' : 'requestAmount');
  return isExactNumber(figure) ? decimal(figure) : undefined;
}

/** A text that is entered as an amount is refused, or taken for what it means (CHK-11). */
export function readsTexts(record: RunRecord, { page: id, texts }: TextArgs): OracleResult {
  const page = record.page(id);
  if (texts.length === 0) return notSeen(page, 'a field for an amount, which takes texts');
  const faults = texts.flatMap(({ text, means, read }) => {
    const amount = amountTaken(record, read);
    if (!amount || (means !== undefined && amount.eq(decimal(means)))) return [];
    const wanted =
      means === undefined ? `no payment of "${text}"` : `a payment of ${means}, which was entered as "${text}"`;
    return [{ ...shows(page, wanted, `one of ${amount.toFixed()}`), exchanges: [page.id, read] }];
  });
  return toResult([page.id, ...texts.map(({ read }) => read)], faults);
}
