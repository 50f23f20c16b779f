/** All possible outcomes of judging one requirement, worst first (§ Outcomes of ARCHITECTURE.md). */
export const outcomes = [
  'fail',
  'error',
  'inconclusive',
  'not run',
  'unverified',
  'changed',
  'warn',
  'learned',
  'pass',
  'not applicable',
  'deferred',
  'not selected',
] as const;

/** One of `outcomes`. */
export type Outcome = (typeof outcomes)[number];

/** Outcomes that rest on evidence. */
export const evidenced: ReadonlySet<Outcome> = new Set(['fail', 'changed', 'warn', 'learned', 'pass']);

/** Who is responsible for an outcome; a pass has no attribution. */
export type Attribution = 'target' | 'contract' | 'suite' | 'environment' | 'configuration' | 'quota';
