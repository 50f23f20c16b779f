import { type Decimal, decimal, type RoundingMode, roundTo } from '../../../schemas/json/exact.ts';
import { type AmountRelation, roundingWays } from './amountRelations.ts';
import type { RequestAmounts } from './requestAmounts.ts';

/** A possible calculation of a figure: the formula, the rounding mode, and whether it rounds to the decimals of the asset or of the figure itself. */
export interface RoundedCalculation {
  way: AmountRelation['ways'][number];
  mode: RoundingMode;
  to: 'asset' | 'itself';
}

/**
 * A figure to judge, with the two numbers of decimals that it may be rounded to: the decimals of its asset, and the decimals of the same figure in all requests
 * for the asset.
 */
export interface JudgedFigure {
  figures: RequestAmounts;
  figure: Decimal;
  scales: Readonly<Record<RoundedCalculation['to'], number>>;
}

/** The fewest decimals that an amount is rounded to, as in cents. */
const leastScale = 2;

/** Returns the highest number of decimals in some figures, by asset. */
function placesIn(
  all: readonly RequestAmounts[],
  shownOf: (figures: RequestAmounts) => readonly (Decimal | undefined)[],
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const figures of all) {
    const shown = shownOf(figures).map((figure) => figure?.decimalPlaces() ?? 0);
    places.set(figures.asset, Math.max(places.get(figures.asset) ?? 0, ...shown));
  }
  return places;
}

/** Returns every figure of a relation for which the request also shows the values to calculate it from. */
export function judgedFigures({ of, ways }: AmountRelation, all: readonly RequestAmounts[]): JudgedFigure[] {
  const ofAsset = placesIn(all, (figures) => [of(figures), figures.converted]);
  const ofItself = placesIn(all, (figures) => [of(figures)]);
  return all.flatMap((figures) => {
    const figure = of(figures);
    const isReckoned = ways.some((way) => way(figures) !== undefined);
    const asset = ofAsset.get(figures.asset) ?? 0;
    const itself = Math.min(asset, Math.max(leastScale, ofItself.get(figures.asset) ?? 0));
    return figure && isReckoned ? [{ figures, figure, scales: { asset, itself } }] : [];
  });
}

/** Calculates a figure; undefined if a value is missing. */
export function calculatedValue(
  { way, mode, to }: RoundedCalculation,
  { figures, scales }: JudgedFigure,
): Decimal | undefined {
  const exact = way(figures);
  return exact && roundTo(exact, scales[to], mode);
}

/** A calculation in doubles is off by less than this part of the largest figure in it. */
const doublePart = decimal('1e-15');

/**
 * True if a calculation gives the figure that is shown. A figure may also be calculated in doubles: it is then off in its last digits, or rounded the other way
 * where it is a tie.
 */
export function explains(manner: RoundedCalculation, judged: JudgedFigure): boolean {
  const { figures, figure, scales } = judged;
  const exact = manner.way(figures);
  if (!exact) return false;
  const largest = [figures.pay, figures.converted].reduce<Decimal>((most, one) => (one?.gt(most) ? one : most), exact);
  const off = largest.abs().times(doublePart);
  const isTied = manner.mode.startsWith('HALF');
  const near = isTied ? [exact, exact.plus(off), exact.minus(off)] : [exact];
  return (
    figure.minus(exact).abs().lte(off) || near.some((one) => roundTo(one, scales[manner.to], manner.mode).eq(figure))
  );
}

/**
 * Returns all possible calculations of a figure. The interface does not show how a fee is rounded, so a fee may have fewer decimals than the amount it is
 * calculated from, and so may the amount to pay if it is rounded up.
 */
export const roundedCalculations = ({ ways, coarser = [] }: AmountRelation): RoundedCalculation[] =>
  ways.flatMap((way) => [
    ...roundingWays.map((mode) => ({ way, mode, to: 'asset' as const })),
    ...coarser.map((mode) => ({ way, mode, to: 'itself' as const })),
  ]);
