import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, grouped, type RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { firstIdOf, integerIn, queryOf } from '../answers/searchPage.ts';
import type { Rule } from '../core/contractShape.ts';

/** An existing page that was requested by number, and the number that it shows. */
interface Numbered {
  exchange: Exchange;
  asked: number;
  number: number;
}

/** A numbering of pages: returns the numbers that a page may show if it was requested with a given number. */
type Reading = (asked: number) => readonly number[];

/**
 * The possible page numberings, since the interface does not show whether the first page is 0 or 1 (§ Payments). In the first, a page shows the requested
 * number; in the second, request numbers start at 1, a page shows an index from 0, and page 0 is undefined.
 */
const readings: readonly Reading[] = [(asked) => (asked === 0 ? [0, 1] : [asked]), (asked) => [Math.max(0, asked - 1)]];

/** True if a page may be beyond the end, by the count from 0. What is shown there is not shown (§ Payments): the last page with its own number is no fault. */
function isBeyondEnd(exchange: Exchange, asked: number): boolean {
  const pages = integerIn({ exchange }, 'totalPages');
  return pages !== undefined && asked >= Math.max(1, pages);
}

function numberedOf(exchange: Exchange): Numbered[] {
  const asked = queryOf(exchange).get('page');
  const number = integerIn({ exchange }, 'number');
  const isThere = (integerIn({ exchange }, 'numberOfElements') ?? 0) > 0 && !isBeyondEnd(exchange, Number(asked));
  return asked !== null && number !== undefined && isThere ? [{ exchange, asked: Number(asked), number }] : [];
}

const explains = (reading: Reading, { asked, number }: Numbered) => reading(asked).includes(number);

/** Returns the numbering that explains most of the pages. */
function bestOf(pages: readonly Numbered[]): Reading {
  const countOf = (reading: Reading) => pages.filter((page) => explains(reading, page)).length;
  return readings.reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}

/** Reports a page that does not fit the common numbering, together with a page that fits it. A single page proves nothing. */
function oddNumber(pages: readonly Numbered[], reading: Reading, { exchange, asked, number }: Numbered): Fault {
  const others = pages.filter((other) => other.asked !== asked);
  const witness = others.findLast((other) => explains(reading, other)) ?? others.at(-1);
  if (!witness)
    return {
      code: 'noEvidence',
      wanted: 'two pages of search with different numbers, which show how pages are counted',
      exchanges: [exchange.id],
    };
  return {
    code: 'page',
    where: exchange.request,
    wanted: `number ${reading(asked)[0]}`,
    seen: String(number),
    exchanges: [witness.exchange.id, exchange.id],
  };
}

/** Reports a page with more payments than requested. */
function oversized(exchange: Exchange): Fault | undefined {
  const size = Number(queryOf(exchange).get('size') ?? Number.POSITIVE_INFINITY);
  const content = field(exchange.json, 'content');
  const length = Array.isArray(content) ? content.length : 0;
  if (length <= size) return undefined;
  const wanted = `at most ${size} payments`;
  return { code: 'page', where: exchange.request, wanted, seen: String(length), exchanges: [exchange.id] };
}

/** A page has at most the requested number of payments, and it is the requested page in the numbering that fits most pages of the run (SRC-09). */
export function isRequestedPage(all: readonly Exchange[]): Rule<Exchange> {
  const pages = all.flatMap(numberedOf);
  const reading = bestOf(pages);
  return (exchange) =>
    oversized(exchange) ??
    numberedOf(exchange)
      .filter((page) => !explains(reading, page))
      .map((page) => oddNumber(pages, reading, page))[0];
}

/** Searches that ask the same but for the number of the page: those without a number, and those for page 0 and page 1. */
interface Siblings {
  bare: readonly Exchange[];
  zero: readonly Exchange[];
  one: readonly Exchange[];
}

function siblingsIn(searches: readonly Exchange[]): Siblings[] {
  const groups = grouped(searches, (exchange) => {
    const asked = queryOf(exchange);
    asked.delete('page');
    asked.sort();
    return asked.toString();
  });
  return [...groups.values()].map((same) => {
    const of = (number: string | null) => same.filter((one) => queryOf(one).get('page') === number);
    return { bare: of(null), zero: of('0'), one: of('1') };
  });
}

/** Refusals of whoever asks, not of what is asked. */
const ofAccess: ReadonlySet<number> = new Set([401, 403]);

const totalOf = (exchange: Exchange) => integerIn({ exchange }, 'totalElements');

/** Returns a page 1 of the same result as a search without a page number, and whether both begin alike. */
const comparedFirst = ({ bare, one }: Siblings) =>
  bare.flatMap((first) =>
    one
      .filter((second) => firstIdOf(second) !== undefined && totalOf(first) === totalOf(second))
      .map((second) => ({ first, second, isSame: firstIdOf(first) === firstIdOf(second) })),
  );

/** Reports that page 0 is refused although page 1 is always the second one: then no number asks for the first page (SRC-09). */
export function refusedFirstPage(record: RunRecord): Fault[] {
  const searches = record.of('GET /v2/user/payments/search').filter(({ line }) => line.purpose !== 'defect');
  const siblings = siblingsIn(searches);
  const compared = siblings.flatMap(comparedFirst);
  const [shown] = compared;
  const refused = siblings.flatMap(({ bare, zero }) => {
    const taken = bare.find(({ class: kind }) => kind === 'accepted');
    return taken ? zero.filter(({ class: kind, status = 0 }) => kind === 'refused' && !ofAccess.has(status)) : [];
  })[0];
  if (!shown || !refused || compared.some(({ isSame }) => isSame)) return [];
  const exchanges = [shown.first.id, shown.second.id, refused.id];
  const wanted = 'the first page, since page 1 is the second';
  return [{ code: 'page', where: refused.request, wanted, seen: refused.seen, exchanges }];
}
