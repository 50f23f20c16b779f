import { type Decimal, type Exact, isObject } from '../../../schemas/json/exact.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { type AcquiringSighting, answersTo, requestsIn } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { projectInPath } from '../../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';

/** Who bears the platform fee of a project (§ Project settings). */
type FeePayer = 'payer' | 'merchant';

/** The answers of the deposit options, the last one of each project. */
const optionsByProject = memoizedByRecord((record: RunRecord) => {
  const answers = answersTo(record, 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options');
  return new Map<string | undefined, Exact>(answers.map(({ exchange, value }) => [projectInPath(exchange), value]));
});

/** The fees that deposit options list for one side: of one asset, or of any. */
function listedFees(options: Exact | undefined, whose: FeePayer, asset?: string): Decimal[] {
  return ['Fixed', 'Percent'].flatMap((part) => {
    const map = field(options, `${whose}${part}PlatformFees`);
    const assets = asset === undefined && isObject(map) ? Object.keys(map) : [asset ?? ''];
    return assets.flatMap((name) => numberIn(map, name) ?? []).filter((fee) => fee.gt(0));
  });
}

/** Who pays the fee of a project by its settings, as far as the target file tells them. */
function paysBySettings(record: RunRecord, project: string | undefined): FeePayer | undefined {
  return record.target?.projects?.find(({ id }) => id === project)?.feePaidBy;
}

/** Who pays it: by the settings, where these are not told by whose fees the deposit options list. */
function whoPays(record: RunRecord, project: string | undefined): FeePayer | undefined {
  const options = optionsByProject(record).get(project);
  const sides = (['payer', 'merchant'] as const).filter((whose) => listedFees(options, whose).length > 0);
  return paysBySettings(record, project) ?? (sides.length === 1 ? sides[0] : undefined);
}

/** True where the deposit options of a project list a fee of one side for an asset. */
function listsFee(record: RunRecord, project: string | undefined, fee: { whose: FeePayer; asset: string }): boolean {
  return listedFees(optionsByProject(record).get(project), fee.whose, fee.asset).length > 0;
}

const feeFields = {
  payer: ['payerPlatformFee', 'payerFixedPlatformFee', 'payerPercentPlatformFee'],
  merchant: ['merchantPlatformFee', 'merchantFixedPlatformFee', 'merchantPercentPlatformFee'],
} as const;

/** A request with what it is judged by: its project, and who pays its fee. */
interface Case {
  sighting: AcquiringSighting;
  project: string | undefined;
  pays: FeePayer;
}

/**
 * Who pays the fee of one request. The setting that the end user pays applies to FIXED_PRICE checkouts only (§ Project settings);
 * of a request that is read by itself it cannot be told of which type its checkout is, if it has one.
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

/** The fees of a side that does not pay, each that is more than 0; beside a total of 0 its parts only tell what would be charged. */
function uncalledFor(one: Case, whose: FeePayer): Fault[] {
  const { value } = one.sighting;
  const by = one.pays === 'payer' ? 'end user' : 'merchant';
  const [total, ...parts] = feeFields[whose];
  return (numberIn(value, total) ? [total] : parts)
    .filter((name) => numberIn(value, name)?.gt(0))
    .map((name) => feeFault(one, name, `no fee, for the ${by} pays it,`));
}

/** True for a request whose payment has brought nothing in its own currency, of which a fee could be taken. */
const isUnpaid = ({ sighting: { value } }: Case) =>
  textField(value, 'status') !== 'WAITING_PAYMENT' && (numberIn(value, 'paidAmount')?.isZero() ?? false);

/** The fee of the side that pays, where the deposit options list one and the request, which has a price, shows none. */
function uncharged(record: RunRecord, one: Case): Fault[] {
  const { value } = one.sighting;
  const asset = `${textField(value, 'blockchain')}_${textField(value, 'currency')}`;
  const isListed = listsFee(record, one.project, { whose: one.pays, asset });
  const [total, ...parts] = feeFields[one.pays];
  // A total that is not shown is no total of nothing, where its parts are shown.
  const shown = numberIn(value, total) ? [total] : parts;
  if (!isListed || isUnpaid(one) || !numberIn(value, 'requestAmount')?.gt(0)) return [];
  if (shown.some((name) => numberIn(value, name)?.gt(0))) return [];
  return [feeFault(one, total, 'the fee that the deposit options list')];
}

const otherThan = { payer: 'merchant', merchant: 'payer' } as const;

/** Fees are those of the side that pays. */
const feesOf = (record: RunRecord, one: Case): Fault[] => [
  ...uncalledFor(one, otherThan[one.pays]),
  ...uncharged(record, one),
];

/** Payer fees only where the end user pays the fee, merchant fees otherwise (REQ-05), in every request that the run has seen. */
export function feesByPayer(record: RunRecord): OracleResult {
  const judged = requestsIn(record).flatMap((sighting) => caseOf(record, sighting));
  const wanted = 'a request of which it can be told who pays its fee';
  if (judged.length === 0) return faultResult({ code: 'noEvidence', wanted, exchanges: [] });
  const exchanges = judged.map(({ sighting }) => sighting.exchange.id);
  return toResult(
    exchanges,
    judged.flatMap((one) => feesOf(record, one)),
  );
}
