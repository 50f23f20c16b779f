import { urlOf } from '../../schemas/domain/urlOf.ts';
import { type Decimal, decimal, isExactNumber } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { finalStatuses } from '../acquiring/lifecycle/statusHistory.ts';
import { balanceIn } from '../answers/balances.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { statusesRead } from './ending.ts';
import type { VisitArgs } from './opening.ts';
import { offersBalance as offers } from './view/balanceOffer.ts';
import { addressesIn } from './view/shownAddress.ts';
import { evidenceOf, looksOf, notSeen, requestRead, type Seen, shows, stuck } from './visits.ts';

/** A visit to a page whose checkout is settled, the read of the balances before that, and the other visits of the run that did the same. */
export interface SettlingArgs extends VisitArgs {
  funds?: string | undefined;
  others?: readonly string[];
}

const lacks = 'what settles the checkout from the sandbox balance';

const figure = (record: RunRecord, reads: readonly string[], ...names: readonly string[]): Decimal | undefined => {
  const request = requestRead(record, reads);
  const found = names.map((name) => field(request, name)).find(isExactNumber);
  return found && decimal(found);
};

/** True if the balance was seen to hold what a checkout asks for at least; undefined if the answers do not show that. */
function isCovered(record: RunRecord, { reads, funds }: SettlingArgs): boolean | undefined {
  const currency = textField(requestRead(record, reads), 'currency');
  const due = figure(record, reads, 'payAmount', 'minLimit');
  if (funds === undefined || currency === undefined || !record.has(funds)) return undefined;
  const held = balanceIn(record.exchange(funds), currency);
  return held && due && held.gte(due);
}

/** Returns the fault of a request that is SUCCESS with less than it asked for. */
function paidShort(record: RunRecord, page: PageLine, reads: readonly string[]): Fault[] {
  const [asked, paid] = [figure(record, reads, 'payAmount'), figure(record, reads, 'paidAmount')];
  if (!asked || !paid || paid.gte(asked)) return [];
  return [shows(page, `${asked.toFixed()} paid from the sandbox balance`, `${paid.toFixed()} paid`)];
}

/** What only a transaction on a blockchain has: its hash in hexadecimal digits, or a signature in base58. */
const hash = /^(?:0x)?[0-9a-f]{64}$|^[1-9A-HJ-NP-Za-km-z]{80,90}$/i;

/** Returns the fault of a settlement that names a transaction. */
function onChain(record: RunRecord, page: PageLine, reads: readonly string[]): Fault[] {
  const named = textField(requestRead(record, reads), 'txHash');
  if (named === undefined || !hash.test(named)) return [];
  return [shows(page, 'a settlement without a transaction on a blockchain', `the transaction ${named}`)];
}

const hostOf = (url: string) => urlOf(url)?.host ?? '';

/** True if the page told its service something after it showed where to pay, so that pressing had an effect. What it tells others, such as who counts its visits, is nothing of it. */
function wasSent(page: PageLine): boolean {
  const sinceMs = looksOf(page, 'chosen').at(-1)?.afterMs ?? 0;
  const documents = page.requests.filter(({ type }) => type === 'document').map(({ url }) => url);
  const own = new Set([page.address, ...documents].map(hostOf));
  return page.requests.some(
    ({ method, type, url, afterMs }) =>
      method === 'POST' && ['xhr', 'fetch', 'document'].includes(type) && own.has(hostOf(url)) && afterMs >= sinceMs,
  );
}

/** A checkout is settled from the sandbox balance, without a chain transaction (SBX-06). */
export function settlesFromBalance(record: RunRecord, args: SettlingArgs): OracleResult {
  const { page: id, reads } = args;
  const page = record.page(id);
  if (looksOf(page, 'settled').length === 0) return offersBalance(record, args);
  const last = statusesRead(record, reads).at(-1);
  if (last === undefined) return notSeen(page, 'a read of the settled checkout');
  const evidence = [page.id, ...reads.slice(-1)];
  if (last === 'SUCCESS')
    return toResult(evidence, [...paidShort(record, page, reads), ...onChain(record, page, reads)]);
  if (last === 'PAYMENT_DETECTED' || last === 'EXPIRED')
    return notSeen(page, 'a checkout that ends after it was settled');
  if (!finalStatuses.checkout.includes(last)) {
    if (isCovered(record, args) !== true)
      return notSeen(page, 'a sandbox balance that holds what the checkout asks for');
    if (!wasSent(page)) return stuck(page, lacks, 'balance');
  }
  const wanted = `${page.opens} to be SUCCESS after it was settled from the sandbox balance`;
  return toResult([], [{ ...shows(page, wanted, `${last} by the deadline`), exchanges: evidence }]);
}

/** A balance that holds less than a checkout asks for does not settle it (SBX-06). The reads end with the attempt. */
export function settlesOnlyWithFunds(record: RunRecord, args: SettlingArgs): OracleResult {
  const page = record.page(args.page);
  if (looksOf(page, 'settled').length === 0 || isCovered(record, args) !== false)
    return notSeen(page, 'a settlement from a sandbox balance that does not suffice');
  const last = statusesRead(record, args.reads).at(-1) ?? '';
  const evidence = [page.id, ...args.reads.slice(-1)];
  const wanted = `${page.opens} not to be settled, since the sandbox balance holds less than it asks for`;
  const isSettled = last === 'SUCCESS' || last === 'PAYMENT_DETECTED';
  return toResult(evidence, isSettled ? [{ ...shows(page, wanted, last), exchanges: evidence }] : []);
}

const asksForMoney = ({ nodes }: Seen) => addressesIn(nodes).length > 0;

/** True if a visit saw a page that says where to pay and offers to settle the checkout from the sandbox balance. */
const isOffered = (page: PageLine) => looksOf(page).some((seen) => asksForMoney(seen) && offers(seen.nodes));

/**
 * A page that says where to pay offers the sandbox balance if the pages of other checkouts do so (SBX-06). Where no page does, the service may settle
 * elsewhere, such as in its dashboard.
 */
export function offersBalance(record: RunRecord, args: SettlingArgs): OracleResult {
  const page = record.page(args.page);
  if (isOffered(page)) return toResult(evidenceOf(page), []);
  const other = (args.others ?? []).map((id) => record.page(id)).find((one) => one.id !== page.id && isOffered(one));
  if (!other || !looksOf(page).some(asksForMoney) || isCovered(record, args) !== true)
    return stuck(page, lacks, 'balance');
  const wanted = `the page to offer the sandbox balance, as the page of ${other.opens} does`;
  return toResult([], [{ ...shows(page, wanted, 'nothing of it'), exchanges: [...evidenceOf(page), other.id] }]);
}
