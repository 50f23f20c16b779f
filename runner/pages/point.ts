import { rowName } from '../actions/inputs/pairwiseCover.ts';

/** What distinguishes the pages of checkouts: the type, the way to the page, the end, and everything that careless code takes for always the same. */
export interface PointDimensions {
  readonly type: readonly ('FIXED_PRICE' | 'NO_PRICE' | 'SUGGESTED_FIXED_PRICE')[];
  readonly way: readonly ('hosted page' | 'payment link' | 'widget')[];
  readonly end: readonly ('paid' | 'overpaid' | 'in conflict' | 'expired')[];
  readonly asset: readonly ('the first asset' | 'an asset between' | 'the last asset')[];
  readonly amount: readonly ('small' | 'large and with cents')[];
  readonly life: readonly ('minutes' | 'hours to months')[];
  readonly links: readonly ('particular links' | 'links that run scripts' | 'returnUrl alone')[];
  readonly preselection: readonly ('preselected' | 'not preselected' | 'preselected by its currency')[];
  readonly visit: readonly ('reloaded' | 'chosen in another tab' | 'after another checkout')[];
  readonly screen: readonly ('desktop' | 'phone')[];
}

/** One point at which a page is looked at. */
export type Point = { readonly [Name in keyof PointDimensions]: PointDimensions[Name][number] };

/** True for a point that can be: what is to expire must not live long. */
export const isPossible = ({ end, life }: Point): boolean => end !== 'expired' || life === 'minutes';

/** True for a point whose checkout ends without success, on a page of its own: what was pressed there before comes after the end. */
export const mayBeLate = ({ end, way }: Point): boolean =>
  way !== 'widget' && (end === 'in conflict' || end === 'expired');

/** The name of a point in the rotation of nights. */
export const pointName = (point: Point): string => rowName({ ...point });
