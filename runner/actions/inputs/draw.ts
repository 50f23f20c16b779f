import { createHash } from 'node:crypto';
import { type Arbitrary, sample } from 'fast-check';
import type { BodyOrMissing, OrderType, PaymentBodies } from '../../../generators/payloads/payment.ts';
import type { AssertionLog } from '../../../judge/assertionLog.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import type { Worker } from '../../worker/worker.ts';

/** Generates one value, always the same for the same seed of the run, and another one for each thing that it is `of`. */
export type Draw = <T>(arbitrary: Arbitrary<T>, of?: string) => T;

/** Generates a complete body. If a sample is missing, the test ends as unverified. */
export type Compose = <Body extends PaymentBodies[OrderType]>(arbitrary: Arbitrary<BodyOrMissing<Body>>) => Body;

/** Returns the `draw` tool of one requirement. Its own seed makes the values independent of the other requirements in the run. */
export function drawWith({ run }: Worker, { id }: AssertionLog): Draw {
  const seedOf = (of: string) => createHash('sha256').update(`${run.seed} ${id}${of}`).digest().readInt32LE();
  return <T>(arbitrary: Arbitrary<T>, of?: string): T => {
    const seed = seedOf(of === undefined ? '' : ` ${of}`);
    // The first value of a library of properties is an edge in every second draw: edges are tried by name, and what is drawn lies between them.
    const [value] = sample(arbitrary, { seed, numRuns: 1, unbiased: true });
    return value as T;
  };
}

/** Returns the fault for a body with fields whose values only the operator knows. */
export function lackOfSample(fields: readonly string[], method: string): Fault {
  const hint = `add it under samples in the target file (${method})`;
  return { code: 'missing', wanted: `a valid ${fields.join(', ')} for ${method}`, hint, exchanges: [] };
}

/** Returns the `compose` tool of one requirement: each of its bodies is drawn anew. */
export function composeWith({ appearance }: Worker, draw: Draw, log: AssertionLog): Compose {
  let composed = 0;
  return (arbitrary) => {
    composed += 1;
    const { body, missing } = draw(arbitrary, `body ${composed}`);
    const { comment } = body;
    if (missing.length === 0) return comment === undefined ? body : { ...body, comment: appearance.comment(comment) };
    const methodText = `${body.method ?? ''} ${body.currency ?? ''}`.trim();
    return log.stop(lackOfSample(missing, methodText));
  };
}
