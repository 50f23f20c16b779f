import type { Contract } from '../../../schemas/load/contract.ts';
import type { CaseStep } from '../../engine/cases/fuzzCase.ts';
import { operationCases } from '../../engine/requests/requestCases.ts';
import { requestModel } from '../../engine/requests/requestModel.ts';

/** The most operations that are tried for a control request. */
const mostAsked = 20;

/** The methods that change nothing according to HTTP. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns valid requests of a few operations, reads first: an answer to one shows that the service is alive. */
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
