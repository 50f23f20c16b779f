import { shopPage } from '../inPage.ts';
import { screens } from '../visit.ts';
import type { VisitOpening } from '../visitOpening.ts';
import { placeAt } from './browserPlaces.ts';
import type { Point } from './point.ts';
import type { PointCheckout } from './pointCheckout.ts';
import { served } from './served.ts';
import type { TourParts } from './tour.ts';

/** Returns how the page of a point is opened. */
export async function openingOf(
  parts: TourParts,
  { point, made }: { point: Point; made: PointCheckout },
): Promise<Omit<VisitOpening, 'requirement'>> {
  const { created, id: opens, address, link } = made;
  const place = placeAt(parts.worker, point);
  const common = { created, opens, screen: screens[point.screen], ...(place && { place }) };
  const { widget } = parts.worker.target;
  if (point.way !== 'widget' || !widget)
    return { ...common, way: 'hosted', address: point.way === 'payment link' ? (link ?? address) : address };
  const at = await served(parts, shopPage(widget.host, opens), widget.domain);
  return { ...common, way: 'widget', address: at, domain: widget.domain, approved: true };
}
