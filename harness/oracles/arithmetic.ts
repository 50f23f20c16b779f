import type { Fault } from '../fault.ts';
import type { RunRecord } from '../record.ts';
import { directionOf } from './conversion.ts';
import { type Figures, figuresIn } from './figures.ts';
import { explains, type Judged, judgedIn, type Manner, mannersOf, valueBy } from './manners.ts';
import { type Relation, relations } from './relations.ts';
import { faulty, learned, type Ruling, ruling } from './ruling.ts';

function misreckoned(relation: Relation, manner: Manner, judged: Judged): Fault {
  const { figures, figure } = judged;
  const exact = manner.way(figures) ?? relation.ways.map((way) => way(figures)).find((value) => value !== undefined);
  const wanted = (valueBy(manner, judged) ?? exact)?.toFixed() ?? 'a figure';
  const what = `${relation.field} of ${figures.name}, ${relation.from},`;
  return { code: 'misrounded', what, wanted, seen: figure.toFixed(), exchanges: figures.exchanges };
}

/** The figures that no one manner explains along with the others: those that the best one does not. */
function misreckonedIn(relation: Relation, judged: readonly Judged[]): Fault[] {
  const counted = mannersOf(relation).map((manner) => ({
    manner,
    odd: judged.filter((one) => !explains(manner, one)),
  }));
  const [best] = counted.toSorted((a, b) => a.odd.length - b.odd.length);
  return best ? best.odd.map((one) => misreckoned(relation, best.manner, one)) : [];
}

/** A rate that says of which pair it is names the two currencies of its request. */
function oddPair(figures: Figures): Fault[] {
  const { pair = '', rate, currency, amountIn, name, exchanges } = figures;
  if (!rate || directionOf(figures) !== 'neither') return [];
  const wanted = `a pair of ${currency} and ${amountIn}`;
  return [{ code: 'differs', what: `convertPair of ${name}`, wanted, seen: pair, exchanges }];
}

/** The figure whose relation to others is claimed; whether a target has any such figure may be its own affair. */
export interface FigureArgs {
  figure: keyof typeof relations;
}

const optional: ReadonlySet<FigureArgs['figure']> = new Set(['payerFee', 'merchantFee']);

/** What is missing where no request shows a figure. */
function unshown({ figure }: FigureArgs, all: readonly Figures[]): Fault {
  const { field } = relations[figure];
  const exchanges = all.flatMap((one) => one.exchanges);
  if (all.length > 0 && optional.has(figure))
    return { code: 'notApplicable', reason: `no request shows a ${field} and what it is made of`, exchanges };
  const wanted = `a request of a fixed price with ${field}, and with what it is reckoned from`;
  return { code: 'noEvidence', wanted, exchanges };
}

const exchangesOf = (judged: readonly Judged[]) => judged.flatMap(({ figures }) => figures.exchanges);

/** A figure of all requests that the run has seen follows from the others, rounded in one way throughout (REQ-04). */
export function figureHolds(record: RunRecord, { figure }: FigureArgs): Ruling {
  const all = figuresIn(record);
  const judged = judgedIn(relations[figure], all);
  if (judged.length === 0) return faulty(unshown({ figure }, all));
  const pairs = figure === 'converted' ? all.flatMap(oddPair) : [];
  return ruling(exchangesOf(judged), [...pairs, ...misreckonedIn(relations[figure], judged)]);
}

/** How a figure is rounded, which is not shown, as far as the requests of a run tell it: by one word, for nights differ in the ties that they see. */
export function figureRounds(record: RunRecord, { figure }: FigureArgs): Ruling {
  const all = figuresIn(record);
  const judged = judgedIn(relations[figure], all);
  if (judged.length === 0) return faulty(unshown({ figure }, all));
  const fitting = mannersOf(relations[figure]).filter((manner) => judged.every((one) => explains(manner, one)));
  const words = new Set(fitting.map(({ mode }) => (mode.startsWith('HALF') ? 'to the nearest' : mode.toLowerCase())));
  const [word] = words;
  const exchanges = exchangesOf(judged);
  return words.size === 1 ? learned(relations[figure].field, `rounded ${word}`, exchanges) : ruling(exchanges, []);
}
