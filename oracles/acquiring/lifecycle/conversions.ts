import { currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { requestsIn } from '../../answers/acquiringRecords.ts';
import { type BalanceReads, riseOf } from '../../answers/balances.ts';
import { projectInPath } from '../../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { listedRates, optionsOfProjects } from '../requests/listedTerms.ts';
import { linkedRequestId } from './statusHistory.ts';

/** A payment of an amount that its end user chose, between two reads of the balances. */
export interface ConversionArgs extends BalanceReads {
  created: string;
  /** The amount, as decimal text. */
  paid: string;
  /** The currency into which each project converts an asset, by its settings. */
  conversions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A credit is at least this part of a payment before its fees, and a currency that a payment did not reach moves by less than the smaller part. */
const [most, little] = [decimal('0.9'), decimal('0.1')];

const isMost = (rose: Decimal, of: Decimal) => rose.gte(of.times(most)) && rose.lte(of);

/** The last answer that shows the paid request. */
function paidRequest(record: RunRecord, created: string) {
  const id = textField(record.exchange(created).json, 'id') ?? '';
  const own = [id, linkedRequestId(record, id)];
  return requestsIn(record).findLast(({ value }) => own.includes(textField(value, 'id')));
}

/**
 * A payment in a project that converts its asset is credited in the chosen currency (§ Project settings, auto-conversion; REQ-12). Others may move the balances: only a
 * rise of the asset's own currency by about the payment convicts.
 */
export function convertsPayment(record: RunRecord, args: ConversionArgs): OracleResult {
  const { created, before, after } = args;
  const exchanges = [created, before, after];
  const project = projectInPath(record.exchange(created)) ?? '';
  const value = paidRequest(record, created)?.value;
  const asset = `${textField(value, 'blockchain')}_${textField(value, 'currency')}`;
  const into = args.conversions[project]?.[asset];
  const [rate] = listedRates(optionsOfProjects(record).get(project) ?? [], asset, into ?? '');
  const paid = decimal(args.paid);
  const [own, chosen] = [currencyOf(asset), into ?? ''].map((currency) => riseOf(record, args, currency));
  const wanted = `a rise of ${into ?? 'the chosen currency'} by a payment of ${args.paid} ${asset}`;
  if (textField(value, 'status') !== 'SUCCESS' || !into || !rate || !own || !chosen)
    return faultResult({ code: 'noEvidence', wanted, exchanges });
  const expected = paid.times(rate);
  if (chosen.gte(expected.times(most))) return toResult(exchanges, []);
  if (!isMost(own, paid) || chosen.abs().gt(expected.times(little)))
    return faultResult({ code: 'noEvidence', wanted, exchanges });
  const what = `the credit of ${args.paid} ${asset}, which ${project} converts`;
  const seen = `${own.toFixed()} ${currencyOf(asset)}`;
  return faultResult({
    code: 'differs',
    what,
    wanted: `about ${expected.toDecimalPlaces(2).toFixed()} ${into}`,
    seen,
    exchanges,
  });
}
