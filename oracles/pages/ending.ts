import { decimal, isExactNumber } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { finalStatuses } from '../acquiring/lifecycle/statusHistory.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import type { VisitArgs } from './opening.ts';
import { evidenceOf, looksOf, recordOf, shows, stuckFault } from './visits.ts';

/** Returns the statuses that reads of a checkout show, in order, each change once. */
export function statusesRead(record: RunRecord, reads: readonly string[]): string[] {
  const all = reads.flatMap((id) => textField(record.exchange(id).json, 'status') ?? []);
  return all.filter((status, at) => status !== all[at - 1]);
}

/** Returns the fault of a request that is SUCCESS with less than it asked for. */
function paidShort(record: RunRecord, page: PageLine, reads: readonly string[]): Fault[] {
  const request = field(record.exchange(reads.at(-1) ?? '').json, 'request');
  const [asked, paid] = [field(request, 'payAmount'), field(request, 'paidAmount')];
  if (!isExactNumber(asked) || !isExactNumber(paid) || decimal(paid).gte(decimal(asked))) return [];
  return [shows(page, `${asked.toString()} paid from the sandbox balance`, `${paid.toString()} paid`)];
}

/** A checkout is settled from the sandbox balance, without a chain transaction (SBX-06). */
export function settlesFromBalance(record: RunRecord, { page: id, reads }: VisitArgs): OracleResult {
  const page = record.page(id);
  const lacks = 'what settles the checkout from the sandbox balance';
  if (looksOf(page, 'settled').length === 0)
    return faultResult(stuckFault(page) ?? { code: 'pageStuck', lacks, field: 'balance', exchanges: evidenceOf(page) });
  const statuses = statusesRead(record, reads);
  const last = statuses.at(-1);
  if (last === undefined)
    return faultResult({ code: 'noEvidence', wanted: 'a read of the settled checkout', exchanges: evidenceOf(page) });
  const wanted = `${page.opens} to be SUCCESS after it was settled from the sandbox balance`;
  if (last !== 'SUCCESS')
    return toResult(
      [],
      [{ ...shows(page, wanted, `${last} by the deadline`), exchanges: [page.id, ...reads.slice(-1)] }],
    );
  return toResult([page.id, ...reads.slice(-1)], paidShort(record, page, reads));
}

const parsed = (text: string | undefined) => (text !== undefined && URL.canParse(text) ? new URL(text) : undefined);

/** True if an address is the wanted one; a service may add parameters of its own. */
function isSame(led: string, wanted: string): boolean {
  const [here, there] = [parsed(led), parsed(wanted)];
  if (!here || !there) return false;
  const has = [...there.searchParams].every(([name, value]) => here.searchParams.getAll(name).includes(value));
  const isThere = here.origin === there.origin && here.pathname === there.pathname;
  return isThere && has && (there.hash === '' || here.hash === there.hash);
}

/** Returns the addresses to which a page may lead back: the link for its end where one is set, and returnUrl. */
function waysBack(record: RunRecord, page: PageLine, reads: readonly string[]): string[] {
  const last = record.has(reads.at(-1) ?? '') ? record.exchange(reads.at(-1) ?? '').json : recordOf(record, page);
  const status = textField(last, 'status') ?? '';
  const isFailed = finalStatuses.checkout.includes(status) && status !== 'SUCCESS';
  const ofEnd = status === 'SUCCESS' ? 'successfulLink' : isFailed ? 'failureLink' : undefined;
  const special = ofEnd && (textField(last, ofEnd) ?? undefined);
  return [special, textField(recordOf(record, page), 'returnUrl')].filter((one): one is string => one !== undefined);
}

/** The hosted page leads back to returnUrl, or to the link for its end where that is set (WID-06). */
export function leadsBack(record: RunRecord, { page: id, reads }: VisitArgs): OracleResult {
  const page = record.page(id);
  const ways = waysBack(record, page, reads);
  const lack: Fault = stuckFault(page) ?? {
    code: 'pageStuck',
    lacks: 'what leads back to the merchant',
    field: 'return',
    exchanges: evidenceOf(page),
  };
  const nothing: Fault = {
    code: 'notApplicable',
    reason: 'the checkout has no returnUrl',
    exchanges: evidenceOf(page),
  };
  if (ways.length === 0) return faultResult(nothing);
  if (page.led.length === 0) return faultResult(lack);
  const isBack = page.led.some((led) => ways.some((way) => isSame(led, way)));
  return toResult(
    evidenceOf(page),
    isBack ? [] : [shows(page, `the page to lead back to ${ways.join(' or ')}`, page.led.join(', '))],
  );
}
