import type { Random } from 'fast-check';
import { coins, currencies } from '../../schemas/domain/currencies.ts';
import { pick } from '../values/draw/chance.ts';

/**
 * A value near a real one, and what makes it another. The form stands in quotes: the seed draws the forms, so that a failure is the same on every night
 * whichever shows it.
 */
export interface NearMiss {
  why: string;
  value: string;
}

const hex = [...'0123456789abcdef'];

/** A UUID of version 4 is random, so that no other record has an id that differs in one digit. */
const isRandom = (id: string) =>
  /^[A-Z]+-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(id);

/** Returns a text with one character replaced. */
const replaced = (text: string, at: number, by: string) => `${text.slice(0, at)}${by}${text.slice(at + 1)}`;

/** Returns the places of the random digits of an id: all but its prefix, its dashes, its version and its variant. */
function digitsOf(id: string): number[] {
  const start = id.indexOf('-') + 1;
  return [...id.slice(start)].flatMap((one, at) => (one === '-' || at === 14 || at === 19 ? [] : [start + at]));
}

/** Returns ids near a real one that no record has (§ General conventions, identifier shape): each digit changed in turn, the id cut or longer, wildcards. */
export function nearIds(random: Random, id: string): NearMiss[] {
  const digits = isRandom(id)
    ? digitsOf(id).map((at) => ({
        why: `near a real one, "with digit ${at} changed"`,
        value: replaced(
          id,
          at,
          pick(
            random,
            hex.filter((one) => one !== id[at]?.toLowerCase()),
          ),
        ),
      }))
    : [];
  const at = id.length - 1 - random.nextInt(0, 11);
  const cut = 1 + random.nextInt(0, 11);
  return [
    ...digits,
    { why: 'near a real one, "without its last digit"', value: id.slice(0, -1) },
    { why: `near a real one, "without its last ${cut} digits"`, value: id.slice(0, -cut) },
    { why: 'near a real one, "with a digit more"', value: `${id}${pick(random, hex)}` },
    { why: 'near a real one, "twice"', value: `${id}${id}` },
    { why: 'near a real one, "with another prefix"', value: id.replace(/^[A-Z]+/i, 'QQQ') },
    { why: 'near a real one, "with the wildcard _"', value: replaced(id, at, '_') },
    { why: 'near a real one, "that ends in the wildcard %"', value: `${id.slice(0, -cut)}%` },
    { why: 'near a real one, "that ends in the wildcard *"', value: `${id.slice(0, -cut)}*` },
  ];
}

const spelled = [...new Set([...currencies, ...coins])];

/** True for the name of a currency, and for two of them: such a name may be a pair or an asset that no list shows. */
const isSpelled = (name: string): boolean =>
  spelled.some((one) => one === name || (name.startsWith(one) && spelled.includes(name.slice(one.length))));

/**
 * Returns names near the name of a pair or an asset. A digit takes the place of each letter in turn, since another letter might name another asset. The name is cut at
 * either end too. Names that are known all the same, or spell currencies, are left out.
 */
export function nearNames(name: string, known: ReadonlySet<string>): NearMiss[] {
  const misses = [
    ...[...name].map((_, at) => ({
      why: `near ${name}, "with letter ${at + 1} changed"`,
      value: replaced(name, at, '9'),
    })),
    { why: `near ${name}, "with a digit more"`, value: `${name}9` },
    { why: `near ${name}, "after another digit"`, value: `9${name}` },
    { why: `near ${name}, "without its last letter"`, value: name.slice(0, -1) },
    { why: `near ${name}, "without its first letter"`, value: name.slice(1) },
    { why: `near ${name}, "its beginning alone"`, value: name.slice(0, -2) },
    { why: `near ${name}, "twice"`, value: `${name}${name}` },
    { why: `near ${name}, "that ends in the wildcard %"`, value: `${name.slice(0, -1)}%` },
    { why: `near ${name}, "with the wildcard _"`, value: replaced(name, name.length - 1, '_') },
  ];
  return misses.filter(({ value }) => value !== '' && !known.has(value) && !isSpelled(value));
}
