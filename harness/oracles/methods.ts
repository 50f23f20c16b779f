import type { Exact } from '../../schemas/exact.ts';
import type { Exchange } from '../exchange.ts';
import { excerpt, type Fault } from '../fault.ts';
import { field, type Sighting } from '../record.ts';
import { cutFault } from './shape.ts';

/** The methods list is an array (MTD-01). A cut answer decides nothing. */
export function isArray(exchange: Exchange): Fault | undefined {
  if (exchange.cut) return cutFault(exchange);
  if (Array.isArray(exchange.json)) return undefined;
  const where = exchange.line.operation ?? '';
  return { code: 'schema', where, keyword: 'type', wanted: 'an array', seen: exchange.seen, exchanges: [exchange.id] };
}

const isNames = (value: Exact | undefined) =>
  value === undefined ||
  (Array.isArray(value) && value.every((name) => typeof name === 'string' && /^[A-Za-z][\w.]*$/.test(name)));

/** properties.required and properties.optional are arrays of request field names (MTD-05); names unknown to us are legal. */
export function namesFields({ value, where, exchange }: Sighting): Fault[] {
  const properties = field(value, 'properties');
  return ['required', 'optional']
    .filter((name) => !isNames(field(properties, name)))
    .map((name) => ({
      code: 'schema',
      where: `${where}/properties/${name}`,
      keyword: 'items',
      wanted: 'an array of request field names',
      seen: excerpt(field(properties, name)),
      exchanges: [exchange.id],
    }));
}
