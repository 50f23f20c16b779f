import type { Contract } from '../../schemas/contract.ts';
import type { CaseStep } from '../case.ts';
import { casesOf } from '../requests/cases.ts';
import { subjectOf } from '../requests/subject.ts';

/** So many operations are asked for one. */
const mostAsked = 20;

/** Sound requests of a few operations, reads first: what answers them is there. */
export function controlsOf(contract: Contract, seed: number): CaseStep[] {
  const reads = contract.operations.filter(({ method }) => method === 'GET');
  const others = contract.operations.filter(({ method }) => method !== 'GET');
  return [...reads, ...others].slice(0, mostAsked).flatMap((operation) => {
    for (const { label, steps } of casesOf(subjectOf(contract, operation), {
      seed,
      random: 0,
      dropped: () => undefined,
    }))
      if (label.is === 'valid') return steps.slice(-1);
    return [];
  });
}
