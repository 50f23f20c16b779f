import { decimal, type Exact, isExactNumber, isObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, grouped, type Sighting, textField } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { leftOut } from '../core/leftOut.ts';
import { illegibleFault } from '../core/unreadableAnswer.ts';

/** The methods list is an array (MTD-01). A truncated answer is not judged. */
export function arrayFault(exchange: Exchange): Fault | undefined {
  const unread = illegibleFault(exchange);
  if (unread) return unread;
  if (Array.isArray(exchange.json)) return undefined;
  const where = exchange.line.operation ?? '';
  return { code: 'schema', where, keyword: 'type', wanted: 'an array', seen: exchange.seen, exchanges: [exchange.id] };
}

/** The fields of a method that the table shows without a word that they may be missing, and that a list need not show. */
const evenFields = ['percent', 'fixed', 'scale', 'minLimit', 'maxLimit', 'verificationLevel', 'calculateFee'];

/** A field of a method is shown for each method of a list or for none (MTD-01). */
export const leavesNoneOut = (list: Exchange): Fault[] => {
  const entries = (Array.isArray(list.json) ? list.json : []).flatMap((value, index) =>
    isObject(value) ? [{ exchange: list, where: `${list.line.operation} /${index}`, value }] : [],
  );
  return leftOut(entries, evenFields);
};

const isNames = (value: Exact | undefined) =>
  value === undefined ||
  (Array.isArray(value) && value.every((name) => typeof name === 'string' && /^\S+$/.test(name)));

/** properties.required and properties.optional are arrays of request field names (MTD-05). Unknown names are allowed, and wire names may carry a brand. */
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

/** Returns what identifies a method: the operation, the currency, the method and, for crypto, the blockchain. */
function combinationOf(value: Exact): string | undefined {
  const [orderType, currency, methodKey] = ['orderType', 'currency', 'methodKey'].map((name) => textField(value, name));
  if (orderType === undefined || currency === undefined || methodKey === undefined) return undefined;
  const blockchain = methodKey === 'CRYPTOCOIN' ? textField(value, 'blockchain') : undefined;
  return [orderType, currency, methodKey, ...(blockchain === undefined ? [] : [blockchain])].join(' ');
}

/** Each combination of operation, currency, method and, for crypto, blockchain appears once in a list (MTD-02). */
export function listsEachOnce({ json, id }: Exchange): Fault[] {
  const combinations = (Array.isArray(json) ? json : []).flatMap((value) => combinationOf(value) ?? []);
  const twice = [...grouped(combinations, (combination) => combination)].filter(([, same]) => same.length > 1);
  return twice.map(([method]) => ({ code: 'listedTwice', method, exchanges: [id] }));
}

const numberAt = (value: Exact, name: string) => {
  const found = field(value, name);
  return isExactNumber(found) ? decimal(found) : undefined;
};

/** Fees are not negative, the scale is a whole number of at least 0, and minLimit is at most maxLimit unless that is 0 (MTD-03). */
export function hasValidNumbers(sighting: Sighting): Fault[] {
  const { value, where, exchange } = sighting;
  const at = (name: string) => numberAt(value, name);
  const [scale, minLimit, maxLimit] = [at('scale'), at('minLimit'), at('maxLimit')];
  const rules: Record<string, [boolean, string]> = {
    percent: [at('percent')?.lt(0) ?? false, 'not negative'],
    fixed: [at('fixed')?.lt(0) ?? false, 'not negative'],
    scale: [scale !== undefined && !(scale.isInteger() && scale.gte(0)), 'a whole number of at least 0'],
    minLimit: [
      minLimit !== undefined && maxLimit !== undefined && !maxLimit.isZero() && minLimit.gt(maxLimit),
      `at most maxLimit ${maxLimit?.toFixed()}`,
    ],
  };
  return Object.entries(rules).flatMap(([name, [isFlawed, wanted]]) =>
    isFlawed
      ? [
          {
            code: 'schema' as const,
            where: `${where}/${name}`,
            keyword: 'minimum',
            wanted,
            seen: excerpt(field(value, name)),
            exchanges: [exchange.id],
          },
        ]
      : [],
  );
}
