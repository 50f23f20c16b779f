import { type Decimal, type RoundingMode, roundTo } from '../../../schemas/json/exact.ts';
import type { AmountRelation } from './amountRelations.ts';
import type { RequestAmounts } from './requestAmounts.ts';

/** Ways to round a number that is not negative. */
const modes: readonly RoundingMode[] = ['UP', 'DOWN', 'HALF_UP', 'HALF_DOWN', 'HALF_EVEN'];

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

/** True if a calculation gives the figure that is shown. */
export const explains = (manner: RoundedCalculation, judged: JudgedFigure) =>
  calculatedValue(manner, judged)?.eq(judged.figure) ?? false;

/**
 * Returns all possible calculations of a figure. The interface does not show how a fee is rounded, so a fee may have fewer decimals than the amount it is
 * calculated from.
 */
export const roundedCalculations = ({ ways, mayBeCoarser }: AmountRelation): RoundedCalculation[] =>
  (mayBeCoarser ? (['asset', 'itself'] as const) : (['asset'] as const)).flatMap((to) =>
    ways.flatMap((way) => modes.map((mode) => ({ way, mode, to }))),
  );
