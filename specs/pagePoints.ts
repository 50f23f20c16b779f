import { pairwiseCover } from '../runner/actions/inputs/pairwiseCover.ts';
import { isPossible, type Point, type PointDimensions, pointName } from '../runner/pages/tours/point.ts';

/** What is varied of the pages of checkouts. A new value is one more word here, and its meaning in the tour of a point. */
const dimensions = {
  type: ['FIXED_PRICE', 'NO_PRICE', 'SUGGESTED_FIXED_PRICE'],
  way: ['hosted page', 'payment link', 'widget'],
  end: ['paid', 'overpaid', 'underpaid', 'expired'],
  asset: ['the first asset', 'an asset between', 'the last asset'],
  amount: ['small', 'large', 'with cents'],
  life: ['minutes', 'days'],
  links: ['particular links', 'links that run scripts'],
  preselection: ['preselected', 'not preselected'],
  visit: ['reloaded', 'chosen in another tab', 'after another checkout'],
  screen: ['desktop', 'phone'],
} as const satisfies PointDimensions;

/** The points at which pages are looked at: every two values of two dimensions meet. Every rule for pages judges each of them. */
export const points = pairwiseCover(dimensions, isPossible);

/** The names of all points, which take turns together in every requirement. */
export const pointNames: readonly string[] = points.map(pointName);

/** Returns the points that a rule judges. */
export const pointsWith = (fits: (point: Point) => boolean): readonly Point[] => points.filter(fits);
