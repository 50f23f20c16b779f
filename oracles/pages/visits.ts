import type { Exact } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { PageLine, PageLook } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { faultResult, type OracleResult } from '../core/result.ts';
import { textIn, type ViewNode, viewNodes } from './view/viewNodes.ts';

/** A look at a page with its elements, read once. */
export interface Seen extends PageLook {
  nodes: readonly ViewNode[];
  text: string;
}

const known = new WeakMap<PageLook, Seen>();

function seenOf(look: PageLook): Seen {
  const found = known.get(look);
  if (found) return found;
  const nodes = viewNodes(look.seen, look.cut);
  const seen = { ...look, nodes, text: textIn(nodes) };
  known.set(look, seen);
  return seen;
}

/** Returns the looks of a visit whose step begins so, in order; all of them without a beginning. */
export const looksOf = ({ looks }: PageLine, step = ''): Seen[] =>
  looks.filter((look) => look.step.startsWith(step)).map(seenOf);

const plain = (text: string) => text.replace(/\d+/g, '0').replace(/\s+/g, ' ').trim();

/** Returns the texts of a look, without what differs from checkout to checkout. */
export const textsOf = ({ nodes }: Seen): Set<string> =>
  new Set(nodes.flatMap(({ name, value }) => [plain(name), plain(value)]).filter((text) => text.length > 3));

/** Returns the sentences of a look, as `textsOf` its texts. */
export const sentencesOf = (look: Seen): string[] => [...textsOf(look)].flatMap((text) => text.split(/(?<=[.!?])\s+/));

/** Returns the record whose page a visit opened, as its creation showed it. */
export const recordOf = (record: RunRecord, { created }: PageLine): Exact | undefined => record.exchange(created).json;

/** What a visit and the creation of its record are as evidence. */
export const evidenceOf = ({ id, created }: PageLine): string[] => [id, created];

/** Returns the fault of a visit that lacked something to go on; undefined if it lacked nothing. */
export const stuckFault = (page: PageLine): Fault | undefined =>
  page.stuck && { code: 'pageStuck', ...page.stuck, exchanges: evidenceOf(page) };

/** Returns the result of a visit that lacked something to go on, by the name of its locator. */
export const stuck = (page: PageLine, lacks: string, name: string): OracleResult =>
  faultResult(stuckFault(page) ?? { code: 'pageStuck', lacks, field: name, exchanges: evidenceOf(page) });

/** Returns a violation that a visit shows. */
export const shows = (page: PageLine, wanted: string, seen: string): Fault => ({
  code: 'pageShows',
  wanted,
  seen: excerpt(seen),
  exchanges: evidenceOf(page),
});

/** Returns what shows that a page did not open at all; undefined if it did. */
export function notOpened(page: PageLine): Fault | undefined {
  if (page.failure !== undefined)
    return {
      code: 'noEvidence',
      wanted: `the page at ${page.address} to be reached (${page.failure})`,
      exchanges: [page.id],
    };
  const status = page.status ?? 0;
  if (status === 429) return { code: 'noEvidence', wanted: 'a page that is not throttled', exchanges: [page.id] };
  return status < 400 ? undefined : shows(page, `the page at ${page.address}`, `status ${status}`);
}

/** Returns the result of a visit that never saw what is judged. */
export const notSeen = (page: PageLine, wanted: string): OracleResult =>
  faultResult({ code: 'noEvidence', wanted, exchanges: evidenceOf(page) });

/** True if a visit saw a page with some text. */
export const isFilled = (page: PageLine): boolean => looksOf(page).some(({ text }) => text.trim() !== '');

/** Returns the reads, among some exchanges, that show where a checkout is paid: its currency was chosen. */
export const readsOfChoice = (record: RunRecord, reads: readonly string[]): Exchange[] =>
  reads
    .map((id) => record.exchange(id))
    .filter(({ json }) => textField(field(json, 'request'), 'address') !== undefined);

/** Returns the request that a checkout had when it was last read among some exchanges. */
export const requestRead = (record: RunRecord, reads: readonly string[]): Exact | undefined =>
  field(readsOfChoice(record, reads).at(-1)?.json, 'request');

/** Returns what a visit did not reach that tries to show a widget: its page, or the script of the widget, which may be refused there. */
export function notReached({ address, way, failure, status = 0, requests }: PageLine): string | undefined {
  if (failure !== undefined || status >= 400) return `the page at ${address} to be reached`;
  const isTried = requests.some(
    ({ url, ...script }) => /\/widget\.js(?:[?#]|$)/.test(url) && script.status !== undefined,
  );
  return way === 'widget' && !isTried ? `an answer to the script of the widget on ${address}` : undefined;
}

/** Returns when something was seen on a page, on the clock of the exchanges, ns. */
export const seenAtNs = ({ sentNs }: Pick<PageLine, 'sentNs'>, { afterMs }: { afterMs: number }): bigint =>
  BigInt(sentNs) + BigInt(afterMs) * 1_000_000n;
