import { drawnItem } from '../../actions/inputs/turns.ts';
import type { Worker } from '../../worker/worker.ts';
import { shopPage } from '../inPage.ts';
import type { Point } from '../point.ts';
import { screens } from '../visit.ts';
import type { VisitOpening } from '../visitOpening.ts';
import { drawing, type PointCheckout } from './pointCheckout.ts';
import { served } from './served.ts';
import type { TourParts } from './tour.ts';

/** Languages and time zones of browsers, far from UTC or apart from it by no whole hour; undefined for those of this machine. */
const places = [
  undefined,
  { locale: 'de-DE', timezoneId: 'America/Los_Angeles' },
  { locale: 'tr-TR', timezoneId: 'Asia/Kolkata' },
  undefined,
  { locale: 'uk-UA', timezoneId: 'Pacific/Auckland' },
] as const;

/** Returns the language and the time zone of the browser in which a point is looked at. */
export const placeAt = (worker: Pick<Worker, 'run'>, point: Point): VisitOpening['place'] =>
  drawnItem(worker, drawing('place', point), places);

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
