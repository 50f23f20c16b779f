import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { hasOwnClock } from '../../../traffic/target/targetFacts.ts';
import { visibilityDeadlineNs } from '../../core/creationEffect.ts';
import { formatTime, instantSpan } from '../../core/targetTime.ts';
import { type Echo, echoesOf } from '../echoes.ts';

/** A payment, its createdAt, and how far that is from our clock at its answer, and from the Date of the answer, ns. */
interface Lag {
  echo: Echo;
  createdAt: string;
  createdNs: bigint;
  byNs: bigint;
  byDateNs: bigint | undefined;
}

/** How far createdAt is off, ns, and how far it may be for reasons that are not its own. */
interface Off {
  lag: Lag;
  offNs: bigint;
  toleranceNs: bigint;
}

const second = 1_000_000_000n;

/** Times in whole seconds, and servers whose clocks differ a little. */
const tolerance = 2n * second;

/** How far the clocks of one target may be apart where nothing shows it; time zones differ by more. */
const toleranceOfDates = 300n * second;

/** So many payments show how far the clock of the records is from ours. */
const enough = 5;

/** No two time zones are closer than this: a clock that is so far off shows another zone. */
const zone = 840n * second;

function lagOf(echo: Echo): Lag[] {
  const sighting = echo.shown.find(({ value }) => textField(value, 'createdAt') !== undefined);
  const span = sighting && instantSpan(sighting, 'createdAt');
  if (!sighting || !span) return [];
  const createdNs = span.least;
  const date = Date.parse(echo.exchange.header('date') ?? '');
  const byDateNs = Number.isNaN(date) ? undefined : createdNs - BigInt(date) * 1_000_000n;
  const createdAt = textField(sighting.value, 'createdAt') ?? '';
  return [{ echo, createdAt, createdNs, byNs: createdNs - echo.exchange.receivedNs, byDateNs }];
}

function medianOf(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : 1));
  return sorted[Math.floor(sorted.length / 2)] ?? 0n;
}

const isZone = (ns: bigint) => ns > zone || ns < -zone;

/** Names the time in which the clocks of target and suite ran alike: nobody moved the one, and the other is of one worker's machine. */
const eraOf = ({ controlActions }: RunRecord, { clock, receivedNs }: Exchange): string =>
  `${clock} ${controlActions.filter(({ what, atNs }) => what === 'clock' && BigInt(atNs) <= receivedNs).length}`;

/**
 * Compares payments of one era with most of them by our clock, since the Dates of several gateways may differ. Few payments, or a clock in another zone, are
 * compared with the Dates, unless the clock of the records can be moved: the Date header need not follow it.
 */
function offsIn(record: RunRecord, lags: readonly Lag[]): Off[] {
  const isOwnClock = record.target !== undefined && hasOwnClock(record.target);
  const dated = lags.filter(({ byDateNs }) => byDateNs !== undefined);
  const isSteady = lags.length >= enough && !isZone(medianOf(dated.map(({ byDateNs = 0n }) => byDateNs)));
  if (!isOwnClock && !isSteady)
    return dated.map((lag) => ({ lag, offNs: lag.byDateNs ?? 0n, toleranceNs: toleranceOfDates }));
  const most = medianOf(lags.map(({ byNs }) => byNs));
  return lags.map((lag) => ({ lag, offNs: lag.byNs - most, toleranceNs: tolerance }));
}

/**
 * createdAt is the time of creation (PAY-11): not before the request was sent, and not after search must show the payment. What the clocks are apart for most
 * payments is no fault.
 */
export function createdWhenSent(record: RunRecord): Fault[] {
  const eras = grouped(echoesOf(record).flatMap(lagOf), ({ echo }) => eraOf(record, echo.exchange));
  const patience = visibilityDeadlineNs(record) ?? 0n;
  const offs = [...eras.values()].flatMap((lags) => offsIn(record, lags));
  return offs.flatMap(({ lag: { echo, createdAt, createdNs }, offNs, toleranceNs }): Fault[] => {
    const { request, id, sentNs, receivedNs } = echo.exchange;
    if (offNs >= -(receivedNs - sentNs + toleranceNs) && offNs <= patience + toleranceNs) return [];
    const where = `createdAt of the payment of ${request}`;
    const wanted = `the time of its creation, about ${formatTime(createdNs - offNs)}`;
    return [{ code: 'notAtCreation', where, wanted, seen: createdAt, exchanges: [id] }];
  });
}
