import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { visibilityDeadlineNs } from '../core/creationEffect.ts';
import { formatTime, instantSpan } from '../core/targetTime.ts';
import { type Echo, echoesOf } from './echoes.ts';

/** A payment, how far its createdAt is from the Date of the answer that created it, ns, and how far it may be for reasons that lie in the request. */
interface Lag {
  echo: Echo;
  createdAt: string;
  dateNs: bigint;
  byNs: bigint;
  beforeNs: bigint;
}

const second = 1_000_000_000n;

/** Times in whole seconds, and servers whose clocks differ a little. */
const tolerance = 2n * second;

/** Answers may pass through a server with another clock. So many payments show how far the two clocks are apart. */
const enough = 5;

/** No two time zones are closer than this: a clock that is so far off shows another zone. */
const zone = 840n * second;

function lagOf(echo: Echo): Lag[] {
  const sighting = echo.shown.find(({ value }) => textField(value, 'createdAt') !== undefined);
  const span = sighting && instantSpan(sighting, 'createdAt');
  const date = Date.parse(echo.exchange.header('date') ?? '');
  if (!sighting || !span || Number.isNaN(date)) return [];
  const dateNs = BigInt(date) * 1_000_000n;
  const createdAt = textField(sighting.value, 'createdAt') ?? '';
  const { sentNs, receivedNs } = echo.exchange;
  return [{ echo, createdAt, dateNs, byNs: span.least - dateNs, beforeNs: receivedNs - sentNs }];
}

function apartNs(lags: readonly Lag[]): bigint {
  const sorted = lags.map(({ byNs }) => byNs).sort((a, b) => (a < b ? -1 : 1));
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0n;
  const isZone = median > zone || median < -zone;
  return lags.length < enough || isZone ? 0n : median;
}

/**
 * createdAt is the time of creation (PAY-11): not before the request was sent, and not after search must show the payment, by the Date of the answer. What the
 * two clocks are apart for most payments is no fault.
 */
export function createdWhenSent(record: RunRecord): Fault[] {
  const lags = echoesOf(record).flatMap(lagOf);
  const apart = apartNs(lags);
  const patience = visibilityDeadlineNs(record) ?? 0n;
  return lags.flatMap(({ echo, createdAt, dateNs, byNs, beforeNs }): Fault[] => {
    const off = byNs - apart;
    if (off >= -(beforeNs + tolerance) && off <= patience + tolerance) return [];
    const where = `createdAt of the payment of ${echo.exchange.request}`;
    const wanted = `the time of its creation, about ${formatTime(dateNs + apart)}`;
    return [{ code: 'notAtCreation', where, wanted, seen: createdAt, exchanges: [echo.exchange.id] }];
  });
}
