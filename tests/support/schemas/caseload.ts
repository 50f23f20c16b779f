import { sample } from 'fast-check';
import type { Sample } from '../../../generators/values/changes/sample.ts';
import { type FaultFinder, faultsOf, whyUnconfirmed } from '../../../generators/values/confirmSamples.ts';
import { drawable } from '../../../generators/values/validValues.ts';
import { variationsOf } from '../../../generators/values/variations.ts';
import type { Plain } from '../../../schemas/json/plain.ts';

/** A schema to make cases of, and the validator of their final text. */
export interface Subject {
  name: string;
  document: object;
  schema: unknown;
  isValid(value: Plain): boolean;
}

/** The outcome of many cases: how many have each label, the dropped ones by cause, and those whose final text contradicts the label. */
export interface Tally {
  valid: number;
  invalid: number;
  dropped: Map<string, number>;
  /** Cases whose final text contradicts the label; only a few are stored. */
  mislabelled: { subject: string; text: string; sample: Sample }[];
  undrawable: { subject: string; pointer: string; why: string }[];
}

/** Stores at most this many mislabelled cases: they are enough to see what is wrong. */
const mostWrong = 20;

/** How many bases are drawn at a time. */
const basesAtOnce = 8;

/** Makes `count` cases of all subjects in turn; the same seed makes the same cases. */
export function caseload(subjects: readonly Subject[], { count, seed }: { count: number; seed: number }): Tally {
  const tally: Tally = { valid: 0, invalid: 0, dropped: new Map(), mislabelled: [], undrawable: [] };
  const sources = subjects.flatMap((subject) => sourceOf(subject, tally));
  const isFull = () => tally.valid + tally.invalid >= count || sources.length === 0;
  for (let round = 0; !isFull(); round += 1)
    for (const source of sources) {
      const bases = sample(source.values, { seed: seed + round, numRuns: basesAtOnce });
      for (const [at, base] of bases.entries()) {
        if (isFull()) return tally;
        judgeAll(tally, source, casesOf(source.subject, base, seed + round * basesAtOnce + at));
      }
    }
  return tally;
}

function sourceOf(subject: Subject, tally: Tally) {
  const outcome = drawable(subject.document, subject.schema);
  if ('values' in outcome)
    return [{ subject, values: outcome.values, faults: faultsOf(subject.document, subject.schema) }];
  const { pointer, why } = outcome.undrawable;
  tally.undrawable.push({ subject: subject.name, pointer, why });
  return [];
}

function* casesOf({ document, schema }: Subject, base: Plain, seed: number): Generator<Sample> {
  const reason = { place: '', schema: '', keyword: 'schema', side: 'in' as const, words: 'a drawn value' };
  yield { value: base, label: 'valid', reason };
  yield* variationsOf({ document, schema, base, seed });
}

function judgeAll(
  tally: Tally,
  { subject, faults }: { subject: Subject; faults: FaultFinder },
  samples: Iterable<Sample>,
): void {
  for (const one of samples) {
    const cause = whyUnconfirmed(faults, one);
    if (cause !== undefined) {
      tally.dropped.set(cause, (tally.dropped.get(cause) ?? 0) + 1);
      continue;
    }
    tally[one.label] += 1;
    const text = JSON.stringify(one.value);
    const isValid = subject.isValid(JSON.parse(text) as Plain);
    if (isValid !== (one.label === 'valid') && tally.mislabelled.length < mostWrong)
      tally.mislabelled.push({ subject: subject.name, text, sample: one });
  }
}
