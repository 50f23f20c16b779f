import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { faultResult, learned, type OracleResult, toResult } from '../../core/result.ts';
import { type AmountRelation, amountRelations } from './amountRelations.ts';
import { rateDirection } from './conversion.ts';
import { type RequestAmounts, requestAmountsIn, showsNoFee } from './requestAmounts.ts';
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

/** Finds the calculation that explains the most figures, and reports the figures that this calculation does not explain. */
function misreckonedIn(relation: AmountRelation, judged: readonly JudgedFigure[]): Fault[] {
  const counted = roundedCalculations(relation).map((manner) => ({
    manner,
    odd: judged.filter((one) => !explains(manner, one)),
  }));
  const [best] = counted.toSorted((a, b) => a.odd.length - b.odd.length);
  return best ? best.odd.map((one) => misreckoned(relation, best.manner, one)) : [];
}

/** Reports a rate whose named pair does not consist of the two currencies of the request. */
function oddPair(figures: RequestAmounts): Fault[] {
  const { pair = '', rate, currency, amountIn, name, exchanges } = figures;
  if (!rate || rateDirection(figures) !== 'neither') return [];
  const wanted = `a pair of ${currency} and ${amountIn}`;
  return [{ code: 'differs', what: `convertPair of ${name}`, wanted, seen: pair, exchanges }];
}

/** The name of a figure to check against the others. A target need not show every figure. */
export interface FigureArgs {
  figure: keyof typeof amountRelations;
}

/** The figures of a request that follow from others. */
export const amountFigures = Object.keys(amountRelations) as readonly FigureArgs['figure'][];

/** The figures that follow from a fee; a target may show no fee before the payment. */
const ofFees: ReadonlySet<FigureArgs['figure']> = new Set(['pay', 'processing']);

const optional: ReadonlySet<FigureArgs['figure']> = new Set(['payerFee', 'merchantFee']);

/** Returns the fault for a figure that no request shows. */
function unshown({ figure }: FigureArgs, all: readonly RequestAmounts[]): Fault {
  const { field } = amountRelations[figure];
  const exchanges = all.flatMap((one) => one.exchanges);
  const isOptional = optional.has(figure) || (ofFees.has(figure) && all.every(showsNoFee));
  if (all.length > 0 && isOptional)
    return { code: 'notApplicable', reason: `no request shows a ${field} together with its parts`, exchanges };
  const wanted = `a fixed-price request with ${field} and the figures it is calculated from`;
  return { code: 'noEvidence', wanted, exchanges };
}

const exchangesOf = (judged: readonly JudgedFigure[]) => judged.flatMap(({ figures }) => figures.exchanges);

/** A figure follows from the others in all requests that the run has seen, with the same rounding in each (REQ-04). */
export function figureHolds(record: RunRecord, { figure }: FigureArgs): OracleResult {
  const all = requestAmountsIn(record);
  const judged = judgedFigures(amountRelations[figure], all);
  if (judged.length === 0) return faultResult(unshown({ figure }, all));
  const pairs = figure === 'converted' ? all.flatMap(oddPair) : [];
  return toResult(exchangesOf(judged), [...pairs, ...misreckonedIn(amountRelations[figure], judged)]);
}

/**
 * Learns how a figure is rounded; the interface does not show this. All ways to round to the nearest value count as one, since the ties that tell these ways
 * apart occur only in some runs.
 */
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
