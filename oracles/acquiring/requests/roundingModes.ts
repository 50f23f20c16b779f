import { type Decimal, type RoundingMode, roundTo } from '../../../schemas/json/exact.ts';
import type { AmountRelation } from './amountRelations.ts';
import type { RequestAmounts } from './requestAmounts.ts';

/** Ways to round a number that is not negative. */
const modes: readonly RoundingMode[] = ['UP', 'DOWN', 'HALF_UP', 'HALF_DOWN', 'HALF_EVEN'];

/** How a figure may come about: by one of the ways, rounded in one mode to the decimals of its asset or of the figure itself. */
export interface RoundedCalculation {
  way: AmountRelation['ways'][number];
  mode: RoundingMode;
  to: 'asset' | 'itself';
}

/** A figure that can be judged, with the decimals that its asset is written in, and those of all such figures of the asset. */
export interface JudgedFigure {
  figures: RequestAmounts;
  figure: Decimal;
  scales: Readonly<Record<RoundedCalculation['to'], number>>;
}

/** No sum is rounded to fewer decimals than cents have. */
const leastScale = 2;

/** The most decimals in which some figures are shown, by asset. */
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

/** The figures of a relation that are shown, and that something is shown for to reckon them from. */
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

/** What a manner makes of a figure; undefined where it has nothing to reckon from. */
export function calculatedValue(
  { way, mode, to }: RoundedCalculation,
  { figures, scales }: JudgedFigure,
): Decimal | undefined {
  const exact = way(figures);
  return exact && roundTo(exact, scales[to], mode);
}

/** What a manner cannot reckon it does not explain. */
export const explains = (manner: RoundedCalculation, judged: JudgedFigure) =>
  calculatedValue(manner, judged)?.eq(judged.figure) ?? false;

/** The manners in which a figure may come about: how a fee is rounded is not shown, be it to fewer decimals than what it is a fee of. */
export const roundedCalculations = ({ ways, mayBeCoarser }: AmountRelation): RoundedCalculation[] =>
  (mayBeCoarser ? (['asset', 'itself'] as const) : (['asset'] as const)).flatMap((to) =>
    ways.flatMap((way) => modes.map((mode) => ({ way, mode, to }))),
  );
