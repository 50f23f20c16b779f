import { drawnItem } from '../../actions/inputs/turns.ts';
import type { Worker } from '../../worker/worker.ts';
import type { VisitOpening } from '../visitOpening.ts';
import type { Point } from './point.ts';
import { drawing } from './pointCheckout.ts';

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
