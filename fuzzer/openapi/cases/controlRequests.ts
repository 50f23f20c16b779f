import type { Contract } from '../../../schemas/load/contract.ts';
import type { CaseStep } from '../../engine/cases/fuzzCase.ts';
import { operationCases } from '../../engine/requests/requestCases.ts';
import { requestModel } from '../../engine/requests/requestModel.ts';

/** So many operations are asked for one. */
const mostAsked = 20;

/** Methods that change nothing, by what HTTP says of them. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sound requests of a few operations, reads first: what answers them is there. */
export function controlRequests(
  contract: Contract,
  { seed, isReading = false }: { seed: number; isReading?: boolean },
): CaseStep[] {
  const reads = contract.operations.filter(({ method }) => method === 'GET');
  const others = isReading ? [] : contract.operations.filter(({ method }) => method !== 'GET');
  return [...reads, ...others].slice(0, mostAsked).flatMap((operation) => {
    const cases = operationCases(requestModel(contract, operation), { seed, random: 0, dropped: () => undefined });
    for (const { label, steps } of cases?.of('example') ?? []) if (label.is === 'valid') return steps.slice(-1);
    return [];
  });
}
