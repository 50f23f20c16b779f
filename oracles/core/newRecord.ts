import { parseInstant } from '../../schemas/domain/formats.ts';
import type { Exact } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type Sighting, textField } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';

/** Returns the fault of a field that has a wrong value in a new record. */
export function creationFault({ where, value, exchange }: Sighting, name: string, wanted: string): Fault {
  const seen = excerpt(field(value, name) ?? 'nothing');
  return { code: 'notAtCreation', where: `${where}/${name}`, wanted, seen, exchanges: [exchange.id] };
}

/** Returns the instant in a field, ns; undefined if it shows none. */
export const epochNsIn = (value: Exact | undefined, name: string): bigint | undefined =>
  parseInstant(textField(value, name) ?? '')?.epochNs;

/** Reports which of the named times of a new record are before its creation. A time that is missing is not judged. */
export function endsBeforeStartFaults(sighting: Sighting, names: readonly string[]): Fault[] {
  const { value } = sighting;
  const made = epochNsIn(value, 'createdAt');
  return names.flatMap((name) => {
    const end = epochNsIn(value, name);
    const isBefore = made !== undefined && end !== undefined && end < made;
    return isBefore ? [creationFault(sighting, name, `not before createdAt ${textField(value, 'createdAt')}`)] : [];
  });
}

/** Returns the project in the path of a request of § Crypto acquiring. */
export function projectInPath({ line }: Exchange): string | undefined {
  const [, escaped] = /\/crypto-acquiring\/([^/?]+)\//.exec(line.request.path) ?? [];
  return escaped === undefined ? undefined : decodeURIComponent(escaped);
}
