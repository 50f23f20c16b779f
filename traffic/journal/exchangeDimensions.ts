import { type DimensionValue, dimensionsOf, valuesIn } from '../requirements/dimensions.ts';
import type { TouchedPairs } from '../requirements/touchedPairs.ts';
import type { Delivery } from './delivery.ts';
import type { Exchange } from './exchange.ts';
import type { RunRecord } from './runRecord.ts';

/** Returns the values of all dimensions of the request of an exchange. */
function dimensionsOfRequest({ line }: Exchange): readonly DimensionValue[] {
  const { operation, request, sentAt } = line;
  const { path, account, signature, body } = request;
  const seen = { operation, path, account, scheme: signature.scheme, body: body?.text };
  return dimensionsOf(seen, Date.parse(sentAt));
}

/** Notes what the requests of a record have touched. */
export function noteRequests(touched: TouchedPairs, { exchanges }: Pick<RunRecord, 'exchanges'>): void {
  for (const exchange of exchanges) touched.note(dimensionsOfRequest(exchange));
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
