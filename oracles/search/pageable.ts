import { sameValue } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { integerIn } from '../answers/searchPage.ts';
import type { Rule } from '../core/contractShape.ts';

/** Flags of which one says the opposite of the other, by the object of a page that has them; '' is the page itself. */
const opposites = [
  ['pageable', 'paged', 'unpaged'],
  ['pageable/sort', 'sorted', 'unsorted'],
  ['sort', 'sorted', 'unsorted'],
] as const;

const within = (exchange: Exchange, path: string) =>
  path.split('/').reduce((value, name) => field(value, name), exchange.json);

/** Reports flags that contradict each other by their names (SRC-02). */
function contradictions(exchange: Exchange): Fault[] {
  return opposites.flatMap(([path, yes, no]): Fault[] => {
    const [one, other] = [yes, no].map((name) => field(within(exchange, path), name));
    if (typeof one !== 'boolean' || one !== other) return [];
    const wanted = `${path}.${no} to be ${!one}, since ${yes} is ${one}`;
    return [{ code: 'page', where: exchange.request, wanted, seen: String(other), exchanges: [exchange.id] }];
  });
}

const numberGap = (exchange: Exchange) => {
  const content = field(exchange.json, 'content');
  // The interface does not show what a page beyond the end tells of its number.
  if (Array.isArray(content) && content.length === 0) return undefined;
  const [number, pageNumber] = ['number', 'pageable/pageNumber'].map((path) => integerIn({ exchange }, path));
  return number === undefined || pageNumber === undefined ? undefined : pageNumber - number;
};

/** Returns the gap between pageNumber and number that most pages show: one of them may count from 1. */
function usualGap(pages: readonly Exchange[]): number | undefined {
  const counts = new Map<number, number>();
  for (const gap of pages.map(numberGap)) if (gap !== undefined) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** Reports another gap than the usual one. A page before the first, such as page 0 where pages count from 1, has no number that would fit. */
function gapFault(exchange: Exchange, gap: number | undefined): { wanted: string; seen: string } | undefined {
  const [own, number] = [numberGap(exchange), integerIn({ exchange }, 'number')];
  if (own === undefined || number === undefined || gap === undefined || own === gap || number + gap < 0)
    return undefined;
  return { wanted: `pageable.pageNumber ${gap} from number`, seen: `${own} from it` };
}

/** Reports what a page tells twice and not the same. Only the names say that it is the same, so that it warns (SRC-02). */
function repetitions(exchange: Exchange, gap: number | undefined): Fault[] {
  const odd = (wanted: string, seen: string): Fault => ({
    ...{ code: 'oddPage', where: exchange.request, wanted, seen },
    exchanges: [exchange.id],
  });
  const [size, pageSize] = ['size', 'pageable/pageSize'].map((path) => integerIn({ exchange }, path));
  const [sort, inner] = ['sort', 'pageable/sort'].map((path) => within(exchange, path));
  const otherGap = gapFault(exchange, gap);
  return [
    ...(size !== undefined && pageSize !== undefined && size !== pageSize
      ? [odd(`pageable.pageSize ${size}, the size`, String(pageSize))]
      : []),
    ...(otherGap ? [odd(otherGap.wanted, otherGap.seen)] : []),
    ...['empty', 'sorted', 'unsorted'].flatMap((name) => {
      const [a, b] = [field(sort, name), field(inner, name)];
      const isSame = a === undefined || b === undefined || sameValue(a, b);
      return isSame ? [] : [odd(`pageable.sort.${name} ${excerpt(a)}, as in sort`, excerpt(b))];
    }),
  ];
}

/** What a page says twice, in itself and in its pageable, agrees (SRC-02). */
export function repeatsItself(pages: readonly Exchange[]): Rule<Exchange> {
  const gap = usualGap(pages);
  return (exchange) => [...contradictions(exchange), ...repetitions(exchange, gap)];
}
