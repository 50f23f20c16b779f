import { type Decimal, decimal, type Exact, isExactNumber } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { amountsIn } from './view/amounts.ts';
import { looksOf, recordOf, type Seen, shows } from './visits.ts';

/** True for the page of a checkout whose project hides the fee that its payers pay; the setting applies to FIXED_PRICE only (§ Project settings). */
function hidesFee(record: RunRecord, page: PageLine): boolean {
  const own = recordOf(record, page);
  const project = record.target?.projects?.find(({ id }) => id === textField(own, 'projectId'));
  return project?.feePaidBy === 'payer' && project.hideFee === true && textField(own, 'type') === 'FIXED_PRICE';
}

const figure = (request: Exact | undefined, name: string): Decimal | undefined => {
  const value = field(request, name);
  return isExactNumber(value) ? decimal(value) : undefined;
};

/** Returns the fee in an amount due: as the request says, or what is due beyond the converted price. */
function feeIn(request: Exact | undefined): Decimal | undefined {
  const said = figure(request, 'payerPlatformFee');
  if (said?.gt(0)) return said;
  const [due, converted] = [figure(request, 'payAmount'), figure(request, 'requestAmountConverted')];
  return due && converted ? due.minus(converted) : undefined;
}

/** Words beside which an amount or a share is a fee. */
const feeWords =
  /\b(?:fees?|commission|charge|gebühr\w*|frais|comisi[oó]n|tarifa|taxa|opłat\w*|ücret\w*)\b|комисс|комісі/i;

/** How far a fee in the currency of the price may be from its exact value, since cents are its smallest part. */
const halfCent = decimal('0.0051');

/** What a page would show that names a hidden fee: in the coin, in the currency of the price, or as a share. */
function namesFee({ text }: Seen, request: Exact | undefined, fee: Decimal): string | undefined {
  const [coin, priced] = [textField(request, 'currency'), textField(request, 'requestAmountIn')];
  const [asked, converted] = [figure(request, 'requestAmount'), figure(request, 'requestAmountConverted')];
  const share = figure(request, 'payerPercentPlatformFee');
  // One of a coin may stand in its rate.
  if (!fee.eq(1) && amountsIn(text).some((one) => one.currency === coin && one.amount.eq(fee)))
    return `${fee.toFixed()} ${coin}`;
  if (!feeWords.test(text)) return undefined;
  const own = asked && converted?.gt(0) && priced !== coin ? fee.times(asked).div(converted) : undefined;
  const shown = amountsIn(text).find(
    (one) => own && one.currency === priced && one.amount.minus(own).abs().lt(halfCent),
  );
  if (shown) return `${shown.amount.toFixed()} ${priced}`;
  const percent = share?.gt(0) ? share.toFixed() : undefined;
  const isShare = percent !== undefined && new RegExp(`(?<![\\d.,])${percent.replace('.', '[.,]')}\\s?%`).test(text);
  return isShare ? `${percent} %` : undefined;
}

/** Returns the fault of a page that names the fee which its project hides, in whatever it is told. */
export function hiddenFeeFaults(record: RunRecord, page: PageLine, request: Exact | undefined): Fault[] {
  const fee = feeIn(request);
  if (!hidesFee(record, page) || !fee?.gt(0)) return [];
  const named = looksOf(page).flatMap((look) => {
    const as = namesFee(look, request, fee);
    return as === undefined ? [] : [{ as, step: look.step }];
  });
  return named
    .slice(0, 1)
    .map(({ as, step }) => shows(page, `no fee on the page of a project that hides it (${step})`, as));
}
