import { sample } from 'fast-check';
import { drawable } from '../../../generators/values/validValues.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import type { Contract } from '../../../schemas/load/contract.ts';

/** Generates a value that an outermost schema of a contract allows, the same for the same seed; undefined if that is impossible. */
export type DrawValue = (contract: Contract, schema: unknown) => Plain | undefined;

/** Generates answer values with the schema generator. */
export function drawWithSeed(seed: number): DrawValue {
  return (contract, schema) => {
    const outcome = drawable(contract.document, schema, 'answered');
    if (!('values' in outcome)) return undefined;
    const [value] = sample(outcome.values, { seed, numRuns: 1 });
    return value;
  };
}
