import type { Attribution, Outcome } from './outcome.ts';

/** What was expected and what came instead, as two phrases. */
export interface Sentence {
  wanted: string;
  seen: string;
}

/** The effect of a fault on a verdict: `broken` if the target violated an assertion, else the outcome it leads to and who is responsible. */
export type Weight = 'broken' | { outcome: Outcome; attribution: Attribution };

/** A kind of fault: its weight, and the sentence that its facts become. The type of the facts is that of the sentence's parameter. */
export interface FaultKind<Facts = never> {
  readonly weight: Weight;
  readonly sentence: (facts: Facts) => Sentence;
}

/** A kind of fault that only a target can cause. */
export const violation = <Facts>(sentence: (facts: Facts) => Sentence): FaultKind<Facts> => ({
  weight: 'broken',
  sentence,
});

/** A kind of fault that leads to an outcome without a violation. */
export const leadsTo = <Facts>(
  outcome: Outcome,
  attribution: Attribution,
  sentence: (facts: Facts) => Sentence,
): FaultKind<Facts> => ({ weight: { outcome, attribution }, sentence });
