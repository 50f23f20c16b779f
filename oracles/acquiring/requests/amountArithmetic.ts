import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { faultResult, learned, type OracleResult, toResult } from '../../core/result.ts';
import { type AmountRelation, amountRelations } from './amountRelations.ts';
import { rateDirection } from './conversion.ts';
import { type RequestAmounts, requestAmountsIn } from './requestAmounts.ts';
import {
  calculatedValue,
  explains,
  type JudgedFigure,
  judgedFigures,
  type RoundedCalculation,
  roundedCalculations,
} from './roundingModes.ts';

function misreckoned(relation: AmountRelation, manner: RoundedCalculation, judged: JudgedFigure): Fault {
  const { figures, figure } = judged;
  const exact = manner.way(figures) ?? relation.ways.map((way) => way(figures)).find((value) => value !== undefined);
  const wanted = (calculatedValue(manner, judged) ?? exact)?.toFixed() ?? 'a figure';
  const what = `${relation.field} of ${figures.name}, ${relation.from},`;
  return { code: 'misrounded', what, wanted, seen: figure.toFixed(), exchanges: figures.exchanges };
}

/** The figures that no one manner explains along with the others: those that the best one does not. */
function misreckonedIn(relation: AmountRelation, judged: readonly JudgedFigure[]): Fault[] {
  const counted = roundedCalculations(relation).map((manner) => ({
    manner,
    odd: judged.filter((one) => !explains(manner, one)),
  }));
  const [best] = counted.toSorted((a, b) => a.odd.length - b.odd.length);
  return best ? best.odd.map((one) => misreckoned(relation, best.manner, one)) : [];
}

/** A rate that says of which pair it is names the two currencies of its request. */
function oddPair(figures: RequestAmounts): Fault[] {
  const { pair = '', rate, currency, amountIn, name, exchanges } = figures;
  if (!rate || rateDirection(figures) !== 'neither') return [];
  const wanted = `a pair of ${currency} and ${amountIn}`;
  return [{ code: 'differs', what: `convertPair of ${name}`, wanted, seen: pair, exchanges }];
}

/** The figure whose relation to others is claimed; whether a target has any such figure may be its own affair. */
export interface FigureArgs {
  figure: keyof typeof amountRelations;
}

const optional: ReadonlySet<FigureArgs['figure']> = new Set(['payerFee', 'merchantFee']);

/** What is missing where no request shows a figure. */
function unshown({ figure }: FigureArgs, all: readonly RequestAmounts[]): Fault {
  const { field } = amountRelations[figure];
  const exchanges = all.flatMap((one) => one.exchanges);
  if (all.length > 0 && optional.has(figure))
    return { code: 'notApplicable', reason: `no request shows a ${field} and what it is made of`, exchanges };
  const wanted = `a request of a fixed price with ${field}, and with what it is reckoned from`;
  return { code: 'noEvidence', wanted, exchanges };
}

const exchangesOf = (judged: readonly JudgedFigure[]) => judged.flatMap(({ figures }) => figures.exchanges);

/** A figure of all requests that the run has seen follows from the others, rounded in one way throughout (REQ-04). */
export function figureHolds(record: RunRecord, { figure }: FigureArgs): OracleResult {
  const all = requestAmountsIn(record);
  const judged = judgedFigures(amountRelations[figure], all);
  if (judged.length === 0) return faultResult(unshown({ figure }, all));
  const pairs = figure === 'converted' ? all.flatMap(oddPair) : [];
  return toResult(exchangesOf(judged), [...pairs, ...misreckonedIn(amountRelations[figure], judged)]);
}

/** How a figure is rounded, which is not shown, as far as the requests of a run tell it: by one word, for nights differ in the ties that they see. */
export function figureRounds(record: RunRecord, { figure }: FigureArgs): OracleResult {
  const all = requestAmountsIn(record);
  const judged = judgedFigures(amountRelations[figure], all);
  if (judged.length === 0) return faultResult(unshown({ figure }, all));
  const fitting = roundedCalculations(amountRelations[figure]).filter((manner) =>
    judged.every((one) => explains(manner, one)),
  );
  const words = new Set(fitting.map(({ mode }) => (mode.startsWith('HALF') ? 'to the nearest' : mode.toLowerCase())));
  const [word] = words;
  const exchanges = exchangesOf(judged);
  return words.size === 1
    ? learned(amountRelations[figure].field, `rounded ${word}`, exchanges)
    : toResult(exchanges, []);
}
