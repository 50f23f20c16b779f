import { decimal, isExactNumber } from '../../schemas/json/exact.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';

/** A payment link that was made: its project, the body of its checkout, the creation of the earlier checkout, and the checkout that came with it, with a read of that. */
export interface LinkArgs {
  project: string;
  earlier: string;
  checkout: string;
  read: string;
  wanted: { type: string; fixedAmount?: { amount: number; currency: string } };
}

/** Creating a payment link creates a checkout of its own, whatever other checkout has the same clientOrderId (§ Project settings, Payment links; CHK-05). */
export function makesOwnCheckout(
  record: RunRecord,
  { project, earlier, checkout, read, wanted }: LinkArgs,
): OracleResult {
  const answer = record.exchange(read);
  const { json } = answer;
  const price = field(json, 'fixedAmount');
  const amount = field(price, 'amount');
  const { fixedAmount } = wanted;
  const isPriced =
    fixedAmount === undefined ||
    (isExactNumber(amount) &&
      decimal(amount).eq(decimal(String(fixedAmount.amount))) &&
      textField(price, 'currency') === fixedAmount.currency);
  const differs = (what: string, wish: string, seen = excerpt(field(json, what) ?? 'nothing')): Fault => ({
    ...{ code: 'differs', what, wanted: `${wish}, as its payment link has it,`, seen },
    exchanges: [earlier, read],
  });
  if (textField(record.exchange(earlier).json, 'id') === checkout)
    return toResult([], [differs('id', 'an id of its own', checkout)]);
  if (answer.class !== 'accepted')
    return faultResult({ code: 'noEvidence', wanted: 'a read of the checkout of a payment link', exchanges: [read] });
  return toResult(
    [read],
    [
      ...(textField(json, 'projectId') === project ? [] : [differs('projectId', project)]),
      ...(textField(json, 'type') === wanted.type ? [] : [differs('type', wanted.type)]),
      ...(isPriced ? [] : [differs('fixedAmount', `${fixedAmount?.amount} ${fixedAmount?.currency}`)]),
    ],
  );
}
