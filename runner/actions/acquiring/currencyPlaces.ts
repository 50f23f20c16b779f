import { coins } from '../../../schemas/domain/currencies.ts';
import { decimal, isExactNumber } from '../../../schemas/json/exact.ts';
import { field, textField } from '../../../traffic/journal/runRecord.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';

/** The decimals of each coin; a currency that is missing surely has two. */
export type CurrencyPlaces = ReadonlyMap<string, number>;

/** A double holds large amounts with so many decimals. */
const mostPlaces = 8;

/**
 * Returns the decimals of each coin, which the methods of the target list as their scale: the fewest of its methods, since a price names no blockchain. Empty if
 * the target lists no methods.
 */
export async function currencyPlaces(api: Api): Promise<CurrencyPlaces> {
  const { json } = await api.control(read.methods());
  const places = new Map<string, number>();
  for (const method of Array.isArray(json) ? json : []) {
    const [currency = '', scale] = [textField(method, 'currency'), field(method, 'scale')];
    if (!coins.includes(currency) || !isExactNumber(scale)) continue;
    const least = Math.min(mostPlaces, decimal(scale).toNumber(), places.get(currency) ?? mostPlaces);
    places.set(currency, Number.isInteger(least) ? least : 0);
  }
  return places;
}
