import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { integerIn, queryOf } from '../answers/searchPage.ts';
import type { Rule } from '../core/contractShape.ts';

/** A page that was asked for by a number and that there is, and the number that it says it has. */
interface Numbered {
  exchange: Exchange;
  asked: number;
  number: number;
}

/** The numbers that a page may say, by the one that it was asked for. */
type Reading = (asked: number) => readonly number[];

/**
 * How pages may be numbered (§ Payments: whether 0 or 1 is the first is not shown). A page says the number by which it was asked for;
 * where they are asked for from 1, it may say its index from 0, and what page 0 is then is nobody's.
 */
const readings: readonly Reading[] = [(asked) => (asked === 0 ? [0, 1] : [asked]), (asked) => [Math.max(0, asked - 1)]];

function numberedOf(exchange: Exchange): Numbered[] {
  const asked = queryOf(exchange).get('page');
  const number = integerIn({ exchange }, 'number');
  const isThere = (integerIn({ exchange }, 'numberOfElements') ?? 0) > 0;
  return asked !== null && number !== undefined && isThere ? [{ exchange, asked: Number(asked), number }] : [];
}

const explains = (reading: Reading, { asked, number }: Numbered) => reading(asked).includes(number);

/** The reading that explains most of the pages. */
function bestOf(pages: readonly Numbered[]): Reading {
  const countOf = (reading: Reading) => pages.filter((page) => explains(reading, page)).length;
  return readings.reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}

/** A page that the reading of all others does not explain, and one of those, since one page alone would tell nothing. */
function oddNumber(pages: readonly Numbered[], reading: Reading, { exchange, asked, number }: Numbered): Fault {
  const others = pages.filter((other) => other.asked !== asked);
  const witness = others.findLast((other) => explains(reading, other)) ?? others.at(-1);
  if (!witness)
    return {
      code: 'noEvidence',
      wanted: 'two pages of search of different numbers, which tell how they are counted',
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

/** More payments than were asked for. */
function oversized(exchange: Exchange): Fault | undefined {
  const size = Number(queryOf(exchange).get('size') ?? Number.POSITIVE_INFINITY);
  const content = field(exchange.json, 'content');
  const length = Array.isArray(content) ? content.length : 0;
  if (length <= size) return undefined;
  const wanted = `at most ${size} payments`;
  return { code: 'page', where: exchange.request, wanted, seen: String(length), exchanges: [exchange.id] };
}

/** A page has no more payments than were asked for, and is the page that was asked for (SRC-09), by whichever numbering all pages of the run have in common. */
export function isRequestedPage(all: readonly Exchange[]): Rule<Exchange> {
  const pages = all.flatMap(numberedOf);
  const reading = bestOf(pages);
  return (exchange) =>
    oversized(exchange) ??
    numberedOf(exchange)
      .filter((page) => !explains(reading, page))
      .map((page) => oddNumber(pages, reading, page))[0];
}
