import { type Decimal, type RoundingMode, roundTo } from '../../schemas/exact.ts';
import type { Figures } from './figures.ts';
import type { Relation } from './relations.ts';

/** Ways to round a number that is not negative. */
const modes: readonly RoundingMode[] = ['UP', 'DOWN', 'HALF_UP', 'HALF_DOWN', 'HALF_EVEN'];

/** How a figure may come about: by one of the ways, rounded in one mode. */
export interface Manner {
  way: Relation['ways'][number];
  mode: RoundingMode;
}

/** A figure that can be judged, with the decimals that its asset is written in. */
export interface Judged {
  figures: Figures;
  figure: Decimal;
  scale: number;
}

/** The most decimals in which this figure, or what was converted, is shown for an asset: none is rounded to fewer. */
function scalesOf({ of }: Relation, all: readonly Figures[]): ReadonlyMap<string, number> {
  const scales = new Map<string, number>();
  for (const figures of all) {
    const shown = [of(figures), figures.converted].map((figure) => figure?.decimalPlaces() ?? 0);
    scales.set(figures.asset, Math.max(scales.get(figures.asset) ?? 0, ...shown));
  }
  return scales;
}

/** The figures of a relation that are shown, and that something is shown for to reckon them from. */
export function judgedIn(relation: Relation, all: readonly Figures[]): Judged[] {
  const scales = scalesOf(relation, all);
  return all.flatMap((figures) => {
    const figure = relation.of(figures);
    const isReckoned = relation.ways.some((way) => way(figures) !== undefined);
    return figure && isReckoned ? [{ figures, figure, scale: scales.get(figures.asset) ?? 0 }] : [];
  });
}

/** What a manner makes of a figure; undefined where it has nothing to reckon from. */
export function valueBy({ way, mode }: Manner, { figures, scale }: Judged): Decimal | undefined {
  const exact = way(figures);
  return exact && roundTo(exact, scale, mode);
}

/** What a manner cannot reckon it does not explain. */
export const explains = (manner: Manner, judged: Judged) => valueBy(manner, judged)?.eq(judged.figure) ?? false;

/** The manners in which a figure may come about. */
export const mannersOf = ({ ways }: Relation): Manner[] => ways.flatMap((way) => modes.map((mode) => ({ way, mode })));
