import type { Exchange } from '../exchange.ts';
import { excerpt, type Fault } from '../fault.ts';
import { field, type Sighting } from '../record.ts';

/** A field of a new record that is not as it must be at first. */
export function atCreation({ where, value, exchange }: Sighting, name: string, wanted: string): Fault {
  const seen = excerpt(field(value, name) ?? 'nothing');
  return { code: 'notAtCreation', where: `${where}/${name}`, wanted, seen, exchanges: [exchange.id] };
}

/** The project in the path of a request of § Crypto acquiring. */
export function projectIn({ line }: Exchange): string | undefined {
  const [, escaped] = /\/crypto-acquiring\/([^/?]+)\//.exec(line.request.path) ?? [];
  return escaped === undefined ? undefined : decodeURIComponent(escaped);
}
