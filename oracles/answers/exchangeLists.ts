import { type Decimal, decimal, type Exact, isExactNumber } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, textField } from '../../traffic/journal/runRecord.ts';

/** A rate as an answer shows it (§ Exchange rate). scale and roundingMode are set if they are shown and valid. */
export interface Rate {
  pair: string;
  base: string;
  quote: string;
  bid: Decimal;
  ask: Decimal;
  scale?: number;
  roundingMode?: string;
}

/** The limits of a pair as an answer shows them (§ Exchange limit). */
export interface PairLimit {
  symbolPair: string;
  minLimit?: Decimal;
  maxLimit?: Decimal;
}

/** The most decimal places that an amount of money can have. */
const mostPlaces = 30;

/** Returns the number of a field; undefined if it is not a number. */
export function numberIn(value: Exact | undefined, name: string): Decimal | undefined {
  const found = field(value, name);
  return isExactNumber(found) ? decimal(found) : undefined;
}

function scaleIn(value: Exact): number | undefined {
  const scale = numberIn(value, 'scale');
  return scale?.isInteger() && scale.gte(0) && scale.lte(mostPlaces) ? scale.toNumber() : undefined;
}

/** Returns a rate that can be used in a calculation; undefined if the entry lacks a name or a price. */
function rateIn(value: Exact | undefined): Rate | undefined {
  const [pair, base, quote] = ['pair', 'baseAsset', 'quoteAsset'].map((name) => textField(value, name));
  const [bid, ask] = [numberIn(value, 'bid'), numberIn(value, 'ask')];
  if (value === undefined || !pair || !base || !quote || !bid?.gt(0) || !ask?.gt(0)) return undefined;
  const [scale, roundingMode] = [scaleIn(value), textField(value, 'roundingMode')];
  return {
    ...{ pair, base, quote, bid, ask },
    ...(scale !== undefined && { scale }),
    ...(roundingMode !== undefined && { roundingMode }),
  };
}

/** Returns the rate in an accepted answer of a single read. */
export const singleRate = ({ class: kind, json }: Exchange): Rate | undefined =>
  kind === 'accepted' ? rateIn(json) : undefined;

/** Returns the entries of an accepted list; empty if the answer is not a list. */
export function entriesIn(exchange: Exchange): Exact[] {
  return exchange.class === 'accepted' && Array.isArray(exchange.json) ? exchange.json : [];
}

/** Returns the rates in an accepted answer of the rates list. */
export function ratesIn(exchange: Exchange): Rate[] {
  return entriesIn(exchange).flatMap((value) => rateIn(value) ?? []);
}

/** Returns the limits in an accepted answer of the limits list, by pair. A limit that is not shown is undefined. */
export function limitsIn(exchange: Exchange): PairLimit[] {
  return entriesIn(exchange).flatMap((value) => {
    const symbolPair = textField(value, 'symbolPair');
    const [minLimit, maxLimit] = [numberIn(value, 'minLimit'), numberIn(value, 'maxLimit')];
    if (symbolPair === undefined) return [];
    return [{ symbolPair, ...(minLimit && { minLimit }), ...(maxLimit && { maxLimit }) }];
  });
}
