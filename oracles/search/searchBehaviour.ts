import type { ExactObject } from '../../schemas/json/exact.ts';
import { isObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { firstIdOf, inBothPages, integerIn, type Page, pageOf, paymentIdOf, queryOf } from '../answers/searchPage.ts';
import { crashFault } from '../core/noise.ts';
import { faultResult, learned, type OracleResult, toResult } from '../core/result.ts';
import { missingFault } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';
import { framePages, type PageFrame } from './filters.ts';

/** Three answers for the same result in pages of one payment: without a page number, page 0, and page 1. */
export interface FirstPageReads {
  none: string;
  zero: string;
  one: string;
}

/** Returns the page number with which the first page is requested; undefined if the answers do not show it. */
export function firstPageNumber(none: Exchange, zero: Exchange, one: Exchange): 0 | 1 | undefined {
  const [first, atZero, atOne] = [none, zero, one].map(firstIdOf);
  if (first === undefined) return undefined;
  if (atZero === first && atOne !== first) return 0;
  return atOne === first && (atZero === undefined || atZero === first) ? 1 : undefined;
}

/** Learns whether pages start at 0 or 1 (SRC-06). */
export function firstPage(record: RunRecord, { none, zero, one }: FirstPageReads): OracleResult {
  const answers = [none, zero, one].map((id) => record.exchange(id));
  const [bare, atZero, atOne] = answers;
  if (!bare || !atZero || !atOne || !pageOf(bare))
    return faultResult(missingFault(record, record.exchange(none), 'a page of payments'));
  const found = firstPageNumber(bare, atZero, atOne);
  if (found !== undefined) return learned('first page', String(found), [none, zero, one]);
  return faultResult({
    code: 'noEvidence',
    wanted: 'a page 0 or 1 that starts like the search without a page number',
    exchanges: [none, zero, one],
  });
}

/** Returns the largest page that a target gives; undefined if all sizes were refused. The answers are in descending order of the requested sizes. */
export function largestPageSize(answers: readonly Exchange[]): { size: number; told: string } | undefined {
  const taken = answers.findIndex((exchange) => pageOf(exchange));
  const answer = answers[taken];
  if (!answer) return undefined;
  const sizeAsked = (exchange: Exchange) => Number(queryOf(exchange).get('size'));
  const asked = sizeAsked(answer);
  const size = Math.min(asked, integerIn({ exchange: answer }, 'size') ?? asked);
  if (size < asked) return { size, told: `${size}, more is cut to it` };
  return {
    size,
    told: taken === 0 ? `${size} or more` : `${size}, ${sizeAsked(answers[taken - 1] as Exchange)} is refused`,
  };
}

/** Learns the largest page size (SRC-06). */
export function largestPage(record: RunRecord, { tried }: { tried: readonly string[] }): OracleResult {
  const answers = tried.map((id) => record.exchange(id));
  const found = largestPageSize(answers);
  if (found) return learned('largest page size', found.told, tried);
  const [first] = answers;
  return faultResult(
    first
      ? missingFault(record, first, 'a page of payments')
      : { code: 'noEvidence', wanted: 'a page of payments', exchanges: [] },
  );
}

/** A bad value gets a client error or a documented default, never a 5xx (SRC-08). */
export function answersSafely(record: RunRecord, { exchange }: { exchange: string }): OracleResult {
  const sent = record.exchange(exchange);
  const hindered = sent.line.failure === undefined ? excuseFor(record, sent) : undefined;
  if (sent.class === 'accepted' && !pageOf(sent))
    return faultResult(missingFault(record, sent, 'a page of payments or a refusal'));
  const fault =
    hindered ?? (sent.class === 'accepted' || sent.class === 'refused' ? undefined : crashFault(record, sent));
  return toResult([exchange], fault ? [fault] : []);
}

/** The numbers of newest payments for which completeness of the list is learned. A target may list all of the newest payments only up to some number. */
const lengths = [1, 2, 5, 10, 20, 50, 100];

/** Returns those numbers of newest payments for which a search page has enough payments to check the list. The smallest number is always included. */
export function checkableLengths(page: Page | undefined): number[] {
  return lengths.filter((length, index) => index === 0 || length <= (page?.items.length ?? 0));
}

/**
 * Returns how many of the newest payments the list shows before the first one that is missing. Undefined if the list shows an older payment after the missing
 * one.
 */
function listedOf(newest: readonly ExactObject[], listed: ReadonlySet<string>): number | undefined {
  const shown = newest.map((payment) => listed.has(paymentIdOf(payment)));
  const end = shown.indexOf(false);
  if (end < 0) return newest.length;
  return shown.includes(true, end) ? undefined : end;
}

/** Learns whether the payments list has this many of the newest payments in search (SRC-10). */
export function listIs(
  record: RunRecord,
  { list, length, ...frame }: PageFrame & { list: string; length: number },
): OracleResult {
  const pages = framePages(record, frame);
  const answer = record.exchange(list);
  if ('state' in pages) return pages;
  if (!Array.isArray(answer.json) || answer.class !== 'accepted')
    return faultResult(missingFault(record, answer, 'a list of payments'));
  const listed = new Set(answer.json.filter(isObject).map((payment: ExactObject) => paymentIdOf(payment)));
  const newest = inBothPages(pages.before, pages.after).map(({ after }) => after);
  const found = listedOf(newest, listed);
  // Payments that new ones have pushed off the page are not required.
  const all = found !== undefined && found >= Math.min(length, newest.length);
  const value = found === undefined ? 'some are left out' : all ? 'all are listed' : 'not all are listed';
  return learned(`the newest ${length}`, value, [frame.before, list, frame.after]);
}
