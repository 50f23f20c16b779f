import { type Decimal, type Exact, isObject } from '../../../schemas/json/exact.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { type AcquiringSighting, answersTo, assetOf, requestsIn } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { projectInPath } from '../../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { feesIn, showsNoFee } from './requestAmounts.ts';

/** The side that pays the platform fee of a project (§ Project settings). */
type FeePayer = 'payer' | 'merchant';

/** The last answer with deposit options of each project. */
const optionsByProject = memoizedByRecord((record: RunRecord) => {
  const answers = answersTo(record, 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options');
  return new Map<string | undefined, Exact>(answers.map(({ exchange, value }) => [projectInPath(exchange), value]));
});

/** Returns the fees that deposit options list for one side, for one asset or for all. */
function listedFees(options: Exact | undefined, whose: FeePayer, asset?: string): Decimal[] {
  return ['Fixed', 'Percent'].flatMap((part) => {
    const map = field(options, `${whose}${part}PlatformFees`);
    const assets = asset === undefined && isObject(map) ? Object.keys(map) : [asset ?? ''];
    return assets.flatMap((name) => numberIn(map, name) ?? []).filter((fee) => fee.gt(0));
  });
}

/** Returns the side that pays a project's fee according to its settings in the target file; undefined if the settings do not say. */
function paysBySettings(record: RunRecord, project: string | undefined): FeePayer | undefined {
  return record.target?.projects?.find(({ id }) => id === project)?.feePaidBy;
}

/** Returns the side that pays the fee according to the settings. Without the settings, returns the only side with fees in the deposit options. */
function whoPays(record: RunRecord, project: string | undefined): FeePayer | undefined {
  const options = optionsByProject(record).get(project);
  const payers = (['payer', 'merchant'] as const).filter((whose) => listedFees(options, whose).length > 0);
  return paysBySettings(record, project) ?? (payers.length === 1 ? payers[0] : undefined);
}

/** True if the deposit options of a project list a fee of one side for an asset. */
function listsFee(record: RunRecord, project: string | undefined, fee: { whose: FeePayer; asset: string }): boolean {
  return listedFees(optionsByProject(record).get(project), fee.whose, fee.asset).length > 0;
}

const feeFields = {
  payer: ['payerPlatformFee', 'payerFixedPlatformFee', 'payerPercentPlatformFee'],
  merchant: ['merchantPlatformFee', 'merchantFixedPlatformFee', 'merchantPercentPlatformFee'],
} as const;

/** A request to judge, with its project and the side that pays its fee. */
interface Case {
  sighting: AcquiringSighting;
  project: string | undefined;
  pays: FeePayer;
}

/**
 * Returns the side that pays the fee of a request. The setting that the end user pays applies only to FIXED_PRICE checkouts (§ Project settings). The read of a
 * request does not show the type of its checkout.
 */
function payerOf(record: RunRecord, { value, exchange, source }: AcquiringSighting, project: string | undefined) {
  const pays = whoPays(record, project);
  if (pays !== 'payer') return pays;
  const type = source === 'nested' ? textField(exchange.json, 'type') : undefined;
  if (type === 'FIXED_PRICE') return 'payer';
  const isOther = type !== undefined || (source === 'create' && textField(value, 'checkoutId') === undefined);
  return isOther ? paysBySettings(record, project) && 'merchant' : undefined;
}

function caseOf(record: RunRecord, sighting: AcquiringSighting): Case[] {
  const { value, exchange, source } = sighting;
  const checkout = source === 'nested' ? exchange.json : undefined;
  const project =
    textField(value, 'cryptoAcquiringProjectId') ?? textField(checkout, 'projectId') ?? projectInPath(exchange);
  const pays = payerOf(record, sighting, project);
  return pays ? [{ sighting, project, pays }] : [];
}

function feeFault({ sighting }: Case, name: string, wanted: string): Fault {
  const { where, value, exchange } = sighting;
  const seen = excerpt(field(value, name) ?? 'nothing');
  return { code: 'differs', what: `${where}/${name}`, wanted, seen, exchanges: [exchange.id] };
}

/** Reports fees above 0 for the side that does not pay. If the total of the side is 0, its parts only show what the fee would be. */
function uncalledFor(one: Case, whose: FeePayer): Fault[] {
  const { value } = one.sighting;
  const by = one.pays === 'payer' ? 'end user' : 'merchant';
  const [total, ...parts] = feeFields[whose];
  return (numberIn(value, total) ? [total] : parts)
    .filter((name) => numberIn(value, name)?.gt(0))
    .map((name) => feeFault(one, name, `no fee, since the ${by} pays it,`));
}

/** True for a request whose payment brought no amount in the currency of the request, so that no fee can be taken. */
const isUnpaid = ({ sighting: { value } }: Case) =>
  textField(value, 'status') !== 'WAITING_PAYMENT' && (numberIn(value, 'paidAmount')?.isZero() ?? false);

/** True if a project hides the fee that its end users pay (§ Project settings, Hide fee from user). */
const isHidden = (record: RunRecord, { project, pays }: Case) =>
  pays === 'payer' && record.target?.projects?.find(({ id }) => id === project)?.hideFee === true;

/** True for a request that is paid or shows something of its fees. Before the payment all of them may be null. */
const hasFees = ({ sighting: { value } }: Case) => numberIn(value, 'paidAmount')?.gt(0) || !showsNoFee(feesIn(value));

/** Reports a priced request that shows no fee for the paying side although the deposit options list a fee. A hidden fee need not be shown. */
function uncharged(record: RunRecord, one: Case): Fault[] {
  const { value } = one.sighting;
  if (isHidden(record, one)) return [];
  const asset = assetOf(one.sighting) ?? '';
  const isListed = listsFee(record, one.project, { whose: one.pays, asset });
  const [total, ...parts] = feeFields[one.pays];
  // If the total fee is not shown, the check judges the parts of the fee.
  const shown = numberIn(value, total) ? [total] : parts;
  if (!isListed || isUnpaid(one) || !hasFees(one) || !numberIn(value, 'requestAmount')?.gt(0)) return [];
  if (shown.some((name) => numberIn(value, name)?.gt(0))) return [];
  return [feeFault(one, total, 'the fee that the deposit options list')];
}

const otherThan = { payer: 'merchant', merchant: 'payer' } as const;

/** Returns the faults in the fees of both sides. */
const feesOf = (record: RunRecord, one: Case): Fault[] => [
  ...uncalledFor(one, otherThan[one.pays]),
  ...uncharged(record, one),
];

/** Every request that the run has seen shows payer fees only if the end user pays the fee, and merchant fees otherwise (REQ-05). */
export function feesByPayer(record: RunRecord): OracleResult {
  const judged = requestsIn(record).flatMap((sighting) => caseOf(record, sighting));
  const wanted = 'a request that shows who pays its fee';
  if (judged.length === 0) return faultResult({ code: 'noEvidence', wanted, exchanges: [] });
  const exchanges = judged.map(({ sighting }) => sighting.exchange.id);
  return toResult(
    exchanges,
    judged.flatMap((one) => feesOf(record, one)),
  );
}
