import { urlOf } from '../../schemas/domain/urlOf.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { finalStatuses } from '../acquiring/lifecycle/statusHistory.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import type { VisitArgs } from './opening.ts';
import { leadsNowhere } from './view/leadsNowhere.ts';
import { evidenceOf, looksOf, recordOf, type Seen, shows, stuck, stuckFault } from './visits.ts';

/** Returns the statuses that reads of a checkout show, in order, each change once. */
export function statusesRead(record: RunRecord, reads: readonly string[]): string[] {
  const all = reads.flatMap((id) => textField(record.exchange(id).json, 'status') ?? []);
  return all.filter((status, at) => status !== all[at - 1]);
}

/** True if reads of a checkout show that its status changed. */
export const hasChanged = (record: RunRecord, reads: readonly string[]): boolean =>
  statusesRead(record, reads).length > 1;

/** True if reads of a checkout show that it was paid as it should be. */
export const isPaid = (record: RunRecord, reads: readonly string[]): boolean =>
  statusesRead(record, reads).at(-1) === 'SUCCESS';

/** True if an address is the wanted one; a service may add parameters of its own. */
function isSame(led: string, wanted: string): boolean {
  const [here, there] = [urlOf(led), urlOf(wanted)];
  if (!here || !there) return false;
  const has = [...there.searchParams].every(([name, value]) => here.searchParams.getAll(name).includes(value));
  const isThere = here.origin === there.origin && here.pathname === there.pathname;
  const names = [...there.searchParams.keys()];
  const isWhole = names.every(
    (name) => here.searchParams.getAll(name).length >= there.searchParams.getAll(name).length,
  );
  return isThere && has && isWhole && (there.hash === '' || here.hash === there.hash);
}

/** Returns what the last read of a checkout showed; undefined without one. */
export const lastRead = (record: RunRecord, reads: readonly string[]) => {
  const last = reads.at(-1) ?? '';
  return record.has(last) ? record.exchange(last).json : undefined;
};

/** Returns what the last read showed of the checkout of a visit, or else its creation. */
const lastOf = (record: RunRecord, page: PageLine, reads: readonly string[]) =>
  lastRead(record, reads) ?? recordOf(record, page);

/** Returns the link that is set for the other end than that of a checkout, if it is not a way back all the same. */
function wayOfOtherEnd(record: RunRecord, page: PageLine, reads: readonly string[]): string | undefined {
  const last = lastOf(record, page, reads);
  const status = textField(last, 'status') ?? '';
  if (!finalStatuses.checkout.includes(status)) return undefined;
  const other = textField(last, status === 'SUCCESS' ? 'failureLink' : 'successfulLink');
  return other === undefined || waysBack(record, page, reads).some((way) => isSame(other, way)) ? undefined : other;
}

/** Returns the addresses to which a page may lead back: the link for its end where one is set, and returnUrl. */
function waysBack(record: RunRecord, page: PageLine, reads: readonly string[]): string[] {
  const last = lastOf(record, page, reads);
  const status = textField(last, 'status') ?? '';
  const isFailed = finalStatuses.checkout.includes(status) && status !== 'SUCCESS';
  const ofEnd = status === 'SUCCESS' ? 'successfulLink' : isFailed ? 'failureLink' : undefined;
  const special = ofEnd && (textField(last, ofEnd) ?? undefined);
  return [special, textField(recordOf(record, page), 'returnUrl')].filter((one): one is string => one !== undefined);
}

const siteOf = (hostname: string) => hostname.split('.').slice(-2).join('.');

/**
 * Returns where an address leads in the end. Another host of the service may send its visitors on, which the browser does not follow: what it names in its query
 * is where they go, and without that nobody knows.
 */
function goal(page: PageLine, led: string, ways: readonly string[]): string[] {
  const [here, own] = [urlOf(led), urlOf(page.address)];
  const isMerchants = ways.some((way) => urlOf(way)?.host === here?.host);
  const isHop = here && own && !isMerchants && here.host !== own.host && siteOf(here.hostname) === siteOf(own.hostname);
  return isHop ? [...here.searchParams.values()].filter((value) => /^https?:/.test(value)) : [led];
}

const withoutWay = (page: PageLine): Fault => ({
  code: 'notApplicable',
  reason: 'the checkout has no returnUrl',
  exchanges: evidenceOf(page),
});

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
  if (ways.length === 0) return faultResult(withoutWay(page));
  const [stayed] = looksOf(page, 'stayed');
  const isOver = finalStatuses.checkout.includes(textField(lastOf(record, page, reads), 'status') ?? '');
  if (page.led.length === 0 && isOver && stayed && leadsNowhere(stayed.nodes))
    return toResult([], [shows(page, `the page to lead back to ${ways.join(' or ')}`, 'nothing to press on it')]);
  const goals = page.led.flatMap((led) => goal(page, led, ways));
  if (goals.length === 0) return faultResult(lack);
  const isBack = goals.some((led) => ways.some((way) => isSame(led, way)));
  return toResult(
    evidenceOf(page),
    isBack ? [] : [shows(page, `the page to lead back to ${ways.join(' or ')}`, goals.join(', '))],
  );
}

const linksIn = ({ nodes }: Seen): string[] => nodes.flatMap(({ role, url }) => (role === 'link' ? (url ?? []) : []));

/** True for the front page of a site. */
const isFront = (address: string) => {
  const { pathname, search, hash } = urlOf(address) ?? { pathname: '', search: '', hash: '' };
  return pathname === '/' && search === '' && hash === '';
};

/** Returns the links of a look; the front page of a merchant beside a whole way back is one more link of his, and no way back. */
function wayLinks(look: Seen, ways: readonly string[]): string[] {
  const links = linksIn(look);
  const isLed = links.some((link) => ways.some((way) => isSame(link, way)));
  return isLed ? links.filter((link) => !isFront(link) || ways.some((way) => isSame(link, way))) : links;
}

/** The fields of a checkout with addresses to which its end user may return. */
const wayFields = ['returnUrl', 'successfulLink', 'failureLink'] as const;

/** True if a page of a checkout that is over links to its merchant, which a widget need not do. */
export function linksToMerchant(record: RunRecord, { page: id, reads }: VisitArgs): boolean {
  const page = record.page(id);
  const last = lastOf(record, page, reads);
  const hosts = new Set(wayFields.flatMap((name) => urlOf(textField(last, name))?.hostname ?? []));
  return looksOf(page, 'over')
    .flatMap(linksIn)
    .some((link) => hosts.has(urlOf(link)?.hostname ?? ''));
}

/** Returns an address as a link has it, where the browser took TLS in place of none on its own. */
const asLinked = (led: string, links: readonly string[]) =>
  links.find((link) => link.replace(/^http:/, 'https:') === led) ?? led;

/**
 * A page that leads back leads to the address exactly as given (WID-06). Whether it leads back at all is asserted of another visit, so a visit that could not be
 * worked to its end shows nothing here; its links do all the same.
 */
export function leadsBackExactly(record: RunRecord, { page: id, reads }: VisitArgs): OracleResult {
  const page = record.page(id);
  const ways = waysBack(record, page, reads);
  const hosts = new Set(ways.flatMap((way) => urlOf(way)?.hostname ?? []));
  const links = looksOf(page).flatMap((look) => wayLinks(look, ways));
  const ledSince = (first: number) =>
    page.led.slice(first).flatMap((address) => goal(page, asLinked(address, links), ways));
  const led = ledSince(0);
  const there = [...led, ...links].filter((address) => hosts.has(urlOf(address)?.hostname ?? ''));
  // Who followed a way back and came to none of its hosts was led astray.
  const astray = there.length === 0 && hosts.size > 0 ? ledSince(page.ledBefore ?? page.led.length) : [];
  const other = wayOfOtherEnd(record, page, reads);
  const over = looksOf(page, 'over').flatMap(linksIn);
  const wrong = other === undefined ? [] : [...over, ...led].filter((address) => isSame(address, other));
  const strange = [
    ...new Set([...wrong, ...[...there, ...astray].filter((address) => !ways.some((way) => isSame(address, way)))]),
  ];
  if (ways.length === 0) return faultResult(withoutWay(page));
  if (strange.length + there.length === 0) return stuck(page, 'what leads back to the merchant', 'return');
  const all = strange.map((address) => shows(page, `the page to lead back to ${ways.join(' or ')}`, address));
  return toResult(evidenceOf(page), all.slice(0, 1));
}
