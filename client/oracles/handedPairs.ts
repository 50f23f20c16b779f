import { type Exact, isExactNumber, isObject } from '../../schemas/json/exact.ts';
import type { PlainObject } from '../../schemas/json/plain.ts';
import { excerpt } from '../../traffic/outcome/fault.ts';
import { memberOf } from '../record/clientRecord.ts';
import { isAmount, isEnum, isRequired, isTime, schemaAt, wordsOf } from '../server/edits.ts';
import { sameMoment } from './moments.ts';
import { amountText, sameAmount } from './oracle.ts';

/** A value that the SDK handed to its caller, beside the one that the service sent, with its place. */
export interface Pair {
  sent: Exact;
  handed: Exact | undefined;
  schema: PlainObject;
  place: string;
  isNeeded: boolean;
}

/** A typed page need not repeat how the service counts: its payments are what the caller asked for. */
const isPage = (schema: PlainObject) => isRequired(schema, 'content');

const isNeededIn = (schema: PlainObject, name: string | number) =>
  typeof name === 'number' || (isPage(schema) ? name === 'content' : isRequired(schema, name));

function childrenOf({ sent, handed, schema, place }: Pair): Pair[] {
  const child = (name: string | number, value: Exact): Pair => ({
    sent: value,
    handed: Array.isArray(handed) ? handed[Number(name)] : memberOf(handed, String(name)),
    schema: schemaAt(schema, name),
    place: `${place}/${name}`,
    isNeeded: isNeededIn(schema, name),
  });
  if (Array.isArray(sent)) return sent.map((item, at) => child(at, item));
  return isObject(sent) ? Object.entries(sent).map(([name, one]) => child(name, one)) : [];
}

const isNested = (value: Exact | undefined) => Array.isArray(value) || isObject(value);

/** True for an object that was handed over as an object, and for a list that is still a list. */
const keepsShape = ({ sent, handed }: Pair) =>
  isNested(sent) && isNested(handed) && Array.isArray(sent) === Array.isArray(handed);

const isUnnamed = (schema: PlainObject) => Object.keys(schema).length === 0;

const bareWord = (text: string) => text.replace(/[^a-z0-9]/gi, '').toLowerCase();

/** True for a word that the interface does not list: a typed SDK has no name for it. */
const isUnknownWord = ({ sent, schema }: Pair): boolean =>
  isEnum(schema) && typeof sent === 'string' && !wordsOf(schema).includes(sent);

/** How values are compared: the first row that a value is of decides. */
const comparisons: readonly { is: (pair: Pair) => boolean; isSame: (pair: Pair) => boolean }[] = [
  { is: ({ sent, schema }) => sent === null || isUnnamed(schema), isSame: () => true },
  { is: isUnknownWord, isSame: () => true },
  { is: ({ sent }) => isNested(sent), isSame: keepsShape },
  {
    is: ({ sent }) => isExactNumber(sent),
    isSame: ({ sent, handed }) => {
      const [one, other] = [amountText(sent), amountText(handed)];
      return one !== undefined && other !== undefined && sameAmount(one, other);
    },
  },
  { is: ({ schema }) => isTime(schema), isSame: ({ sent, handed }) => sameMoment(String(sent), handed) },
  {
    is: ({ schema }) => isEnum(schema),
    isSame: ({ sent, handed }) => typeof handed === 'string' && bareWord(handed) === bareWord(String(sent)),
  },
  { is: () => true, isSame: ({ sent, handed }) => sent === handed },
];

const isAbsent = (value: Exact | undefined) => value === undefined || value === null;

/** Says how a handed value differs from the sent one; undefined if it does not, or the interface leaves its form open. */
function differenceOf(pair: Pair): string | undefined {
  const { sent, handed, isNeeded } = pair;
  if (isAbsent(handed)) return isNeeded && sent !== null && !isUnknownWord(pair) ? 'nothing' : undefined;
  return comparisons.find(({ is }) => is(pair))?.isSame(pair) ? undefined : excerpt(handed ?? null);
}

/** Returns a pair and all pairs within it, as far as the SDK kept the shape of the answer. */
const pairsIn = (pair: Pair): Pair[] => [pair, ...(keepsShape(pair) ? childrenOf(pair).flatMap(pairsIn) : [])];

/** A pair that differs, and what was handed over instead. */
export interface HandedDifference {
  pair: Pair;
  seen: string;
}

/** Returns the differences between what the service sent and what the SDK handed over. */
export const handedDifferences = (whole: Pair, amountsOnly: boolean): HandedDifference[] =>
  pairsIn(whole)
    .filter(({ sent, schema }) => !amountsOnly || isNested(sent) || isAmount(schema))
    .flatMap((pair) => {
      const seen = differenceOf(pair);
      return seen === undefined ? [] : [{ pair, seen }];
    });

/** Values that some languages write as nothing. */
const isZero = (value: Exact) =>
  value === null ||
  value === false ||
  value === '' ||
  (isNested(value) && Object.keys(value as object).length === 0) ||
  (isExactNumber(value) && Number(value.value) === 0);

/** The values of an answer that the SDK need not hand over: those that it did, and those that it left out although they say something. */
export function optionalsIn(whole: Pair): { kept: Pair[]; lost: Pair[] } {
  const all = pairsIn(whole).filter((pair) => !isUnnamed(pair.schema) && !isUnknownWord(pair) && !isZero(pair.sent));
  return {
    kept: all.filter(({ handed }) => !isAbsent(handed)),
    lost: all.filter(({ handed, isNeeded }) => isAbsent(handed) && !isNeeded),
  };
}
