/** Every way in which the judgement of one requirement can end, worst first (§ Outcomes of ARCHITECTURE.md). */
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

/** Outcomes for which there was evidence, whatever it showed. */
export const evidenced: ReadonlySet<Outcome> = new Set(['fail', 'changed', 'warn', 'learned', 'pass']);

/** At whose door an outcome lies; a pass has none. */
export type Attribution = 'target' | 'contract' | 'suite' | 'environment' | 'configuration' | 'quota';
