import { isObject } from '../../schemas/json/exact.ts';
import { type DimensionName, type DimensionValue, dimensionsOf } from '../requirements/dimensions.ts';
import type { Delivery } from './delivery.ts';
import type { Exchange } from './exchange.ts';
import { textField } from './runRecord.ts';

const listed = (all: Partial<Record<DimensionName, string | undefined>>): DimensionValue[] =>
  Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [{ name: name as DimensionName, value }]));

/** Returns the values of all dimensions of an exchange: those of its request, and what its answer shows. */
export function dimensionsOfExchange({ class: kind, line, json }: Exchange): readonly DimensionValue[] {
  const { operation, request, sentAt } = line;
  const { path, account, signature, body } = request;
  const seen = { operation, path, account, scheme: signature.scheme, body: body?.text };
  const status = isObject(json) ? textField(json, 'status') : undefined;
  return [...dimensionsOf(seen, Date.parse(sentAt)), ...listed({ answer: kind, status })];
}

/** Returns the values of all dimensions of a delivery: what it reports, and what the receiver answered. */
export function dimensionsOfDelivery({ json, line }: Delivery): readonly DimensionValue[] {
  const { webhook, answer } = line;
  const status = isObject(json) ? textField(json, 'status') : undefined;
  return listed({ webhook, status, reply: JSON.stringify(answer) });
}
