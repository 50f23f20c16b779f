import { type DimensionValue, dimensionsOf, valuesIn } from '../requirements/dimensions.ts';
import type { Delivery } from './delivery.ts';
import type { Exchange } from './exchange.ts';

/** Returns the values of all dimensions of the request of an exchange. */
export function dimensionsOfRequest({ line }: Exchange): readonly DimensionValue[] {
  const { operation, request, sentAt } = line;
  const { path, account, signature, body } = request;
  const seen = { operation, path, account, scheme: signature.scheme, body: body?.text };
  return dimensionsOf(seen, Date.parse(sentAt));
}

/** Returns the values of all dimensions of an exchange: those of its request, and those that its answer shows. */
export const dimensionsOfExchange = (exchange: Exchange): readonly DimensionValue[] => [
  ...dimensionsOfRequest(exchange),
  { name: 'answer', value: exchange.class },
  ...valuesIn(exchange.json),
];

/** Returns the values of all dimensions of a delivery: what it reports, and what the receiver answered. */
export const dimensionsOfDelivery = ({ json, line }: Delivery): readonly DimensionValue[] => [
  ...(line.webhook === undefined ? [] : [{ name: 'webhook' as const, value: line.webhook }]),
  { name: 'reply', value: JSON.stringify(line.answer) },
  ...valuesIn(json),
];
