import { type Decimal, decimal, type Exact, isExactNumber } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { amountsIn } from './view/amounts.ts';
import { looksOf, recordOf, shows } from './visits.ts';

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

/** Returns the fault of a page that names the fee which its project hides, beside the currency of the request. */
export function hiddenFeeFaults(record: RunRecord, page: PageLine, request: Exact | undefined): Fault[] {
  const fee = feeIn(request);
  const currency = textField(request, 'currency');
  // One of a coin may stand in its rate.
  if (!hidesFee(record, page) || !fee?.gt(0) || fee.eq(1)) return [];
  const shown = looksOf(page).find(({ text }) =>
    amountsIn(text).some((one) => one.currency === currency && one.amount.eq(fee)),
  );
  if (!shown) return [];
  const wanted = `no fee on the page of a project that hides it (${shown.step})`;
  return [shows(page, wanted, `${fee.toFixed()} ${currency}`)];
}
