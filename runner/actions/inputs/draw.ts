import { createHash } from 'node:crypto';
import { type Arbitrary, sample } from 'fast-check';
import type { AssertionLog } from '../../../judge/assertionLog.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import type { Worker } from '../../worker/worker.ts';

/** A drawn body, and the names of the fields that only a sample of the target's file can fill. */
export interface Draft {
  body: Record<string, unknown>;
  missing: readonly string[];
}

/** Draws one value, the same for the same seed of the run. */
export type Draw = <T>(arbitrary: Arbitrary<T>) => T;

/** Draws a complete body; what is lacking ends the test as unverified. */
export type Compose = (arbitrary: Arbitrary<Draft>) => Record<string, unknown>;

/** The `draw` of one requirement: from a seed of its own, so that its values do not depend on which others run. */
export function drawWith({ run }: Worker, { id }: AssertionLog): Draw {
  const seed = createHash('sha256').update(`${run.seed} ${id}`).digest().readInt32LE();
  return <T>(arbitrary: Arbitrary<T>): T => {
    const [value] = sample(arbitrary, { seed, numRuns: 1 });
    return value as T;
  };
}

/** What is missing where a body needs fields that only the operator knows. */
export function lackOfSample(fields: readonly string[], method: string): Fault {
  const hint = `name it under samples in the target file (${method})`;
  return { code: 'missing', wanted: `a valid ${fields.join(', ')} for ${method}`, hint, exchanges: [] };
}

/** The `compose` of one requirement: a comment says which run made the record. */
export function composeWith({ run }: Worker, draw: Draw, ledger: AssertionLog): Compose {
  return (arbitrary) => {
    const { body, missing } = draw(arbitrary);
    const { comment } = body;
    if (missing.length === 0) return typeof comment === 'string' ? { ...body, comment: `${comment} ${run.id}` } : body;
    const told = `${String(body['method'] ?? '')} ${String(body['currency'] ?? '')}`.trim();
    return ledger.stop(lackOfSample(missing, told));
  };
}
