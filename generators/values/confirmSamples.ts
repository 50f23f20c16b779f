import type { PlacedFault } from '../../schemas/check/judge.ts';
import type { Plain } from '../../schemas/json/plain.ts';
import { child } from '../../schemas/json/pointer.ts';
import type { Reason, Sample } from './changes/sample.ts';
import { scopeOf } from './facts/scope.ts';

/** Returns all errors of a value against one schema. */
export type FaultFinder = (value: Plain) => readonly PlacedFault[];

/** The samples whose label the judge confirms, and the number of dropped samples for each cause. */
export interface ConfirmedSamples {
  confirmed: readonly Sample[];
  dropped: ReadonlyMap<string, number>;
}

/** Returns the judge of one outermost schema of a document, given as the object in that document. */
export function faultsOf(document: object, schema: unknown): FaultFinder {
  const scope = scopeOf(document);
  const demand = scope.demandOf(schema);
  return (value) => scope.judge.faults(demand, value);
}

/** Selects the samples whose label the judge confirms; an invalid sample must violate exactly the constraint that it names. */
export function confirmSamples(faults: FaultFinder, samples: Iterable<Sample>): ConfirmedSamples {
  const confirmed: Sample[] = [];
  const dropped = new Map<string, number>();
  for (const sample of samples) {
    const cause = whyUnconfirmed(faults, sample);
    if (cause === undefined) confirmed.push(sample);
    else dropped.set(cause, (dropped.get(cause) ?? 0) + 1);
  }
  return { confirmed, dropped };
}

/** Returns why a sample is not confirmed; similar samples get the same words. Returns undefined if the sample is confirmed. */
export function whyUnconfirmed(faults: FaultFinder, { value, label, reason }: Sample): string | undefined {
  const found = faults(value);
  const [first] = found;
  if (label === 'valid') return first && `${reason.keyword}: said to be valid, and breaks ${first.keyword}`;
  if (!first) return `${reason.keyword}: said to be invalid, and breaks nothing`;
  const wrappers = found.filter((fault) => isWrapper(fault) && isAround(fault.path, reason.place));
  const other = found.find((fault) => !isNoise(fault, reason, wrappers));
  if (other) return `${reason.keyword}: breaks ${other.keyword} as well`;
  const isHit =
    sumsUp.includes(reason.keyword) || found.some((fault) => isOwn(fault, reason) || isInside(fault, reason));
  return isHit ? undefined : `${reason.keyword}: breaks ${first.keyword} in its place`;
}

/** Keywords that only repeat an error of an inner value. */
const combining = ['anyOf', 'oneOf', 'if', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems'];

/** Keywords whose violation the judge may report only as errors in the schemas that they combine. */
const sumsUp = ['anyOf', 'oneOf', 'discriminator', 'dependentSchemas'];

/** Keywords that can concern only the name of a member if the value is an object. */
const nameWords = ['pattern', 'format', 'minLength', 'maxLength'];

/** The keyword under which the judge reports a fault, if it differs. */
const reportedAs: ReadonlyMap<string, string> = new Map([
  ['minContains', 'contains'],
  ['maxContains', 'contains'],
  ['then', 'if'],
  ['else', 'if'],
]);

/** Keywords that fail because another keyword fails. For example, a value of the wrong type is not a listed value either. */
const implied: Readonly<Record<string, readonly string[]>> = {
  // A value of the wrong type may also match the schema under `not`, and a fraction is no multiple of a whole number.
  type: ['enum', 'const', 'not', 'multipleOf', 'format'],
  enum: ['const'],
  const: ['enum'],
  not: ['enum', 'const'],
  contains: ['contains'],
};

function isWrapper({ keyword }: PlacedFault): boolean {
  return combining.includes(keyword);
}

function isNoise(fault: PlacedFault, reason: Reason, wrappers: readonly PlacedFault[]): boolean {
  if (fault.path !== reason.place && isAround(reason.place, fault.path)) return true;
  if (wrappers.includes(fault)) return true;
  if (fault.path === reason.place && (isOwn(fault, reason) || implied[reason.keyword]?.includes(fault.keyword)))
    return true;
  if (isInside(fault, reason)) return true;
  const isOfName = fault.isOfName || nameWords.includes(fault.keyword);
  if (isOfName && wrappers.some(({ keyword, path }) => keyword === 'propertyNames' && path === fault.path)) return true;
  // A fault in another branch of a choice is not a separate error.
  return wrappers.some(({ keyword, path }) => ['anyOf', 'oneOf'].includes(keyword) && isAround(path, fault.path));
}

function isOwn({ keyword }: PlacedFault, reason: Reason): boolean {
  return keyword === (reportedAs.get(reason.keyword) ?? reason.keyword);
}

function isInside({ schema }: PlacedFault, reason: Reason): boolean {
  return isAround(child(reason.schema, reason.keyword), schema);
}

// True if `outer` equals `inner` or is the pointer of a value around it.
function isAround(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
