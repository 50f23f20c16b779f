import type { ExchangeBody } from '../../schemas/requestTypes.ts';

/** The parts of an exchange order that a caller decides. */
type Order = Pick<ExchangeBody, 'symbolPair' | 'side' | 'amount'>;

/** Builds the body of an exchange order with every field except clientOrderId, and the given fields. */
export function orderBody({ symbolPair, side, amount }: Order, fields: Partial<ExchangeBody> = {}): ExchangeBody {
  return { symbolPair, side, amount, ...fields };
}
