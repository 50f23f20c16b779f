import { pairwiseCover } from '../../actions/inputs/pairwiseCover.ts';
import { isPossible, type Point, type PointDimensions, pointName } from '../point.ts';

/** What is varied of the pages of checkouts. A new value is one more word here, and its meaning in the tour of a point. */
const dimensions = {
  type: ['FIXED_PRICE', 'NO_PRICE', 'SUGGESTED_FIXED_PRICE'],
  way: ['hosted page', 'payment link', 'widget'],
  end: ['paid', 'overpaid', 'in conflict', 'expired'],
  asset: ['the first asset', 'an asset between', 'the last asset'],
  amount: ['small', 'large and with cents'],
  life: ['minutes', 'hours to months'],
  links: ['particular links', 'links that run scripts', 'returnUrl alone'],
  preselection: ['preselected', 'not preselected', 'preselected by its currency'],
  visit: ['reloaded', 'chosen in another tab', 'after another checkout'],
  screen: ['desktop', 'phone'],
} as const satisfies PointDimensions;

let made: readonly Point[] | undefined;

/** The points at which pages are looked at: every two values of two dimensions meet. Every rule for pages judges each of them. Made when first asked for. */
const allPoints = (): readonly Point[] => (made ??= pairwiseCover(dimensions, isPossible));

/** Returns the names of all points, which take turns together in every requirement. */
export const pointNames = (): readonly string[] => allPoints().map(pointName);

/** Returns how many points with the same end come before a point. */
export const turnAtEnd = (point: Point): number => {
  const same = allPoints().filter(({ end }) => end === point.end);
  return Math.max(
    0,
    same.findIndex((one) => pointName(one) === pointName(point)),
  );
};

/**
 * Returns the points that a requirement judges. Each begins with another one, so that requirements which run at once make tours for each other in place of
 * waiting for the same.
 */
export function pointsFor(id: string, fits: (point: Point) => boolean = () => true): readonly Point[] {
  const points = allPoints();
  const first = (Number.parseInt(id.replace(/\D/g, ''), 10) * 5) % points.length;
  return [...points.slice(first), ...points.slice(0, first)].filter(fits);
}
