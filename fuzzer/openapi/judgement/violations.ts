import { sentence } from '../../../traffic/outcome/fault.ts';
import { openApiRequirement } from '../../engine/judgement/openApiRequirements.ts';
import type { Violation } from '../../engine/judgement/violation.ts';
import type { OpenApiResult } from './oracles.ts';

const breaking = { must: 'fail', should: 'warn' } as const;

/** Returns the violations in a result. */
export function violationsOf({ requirement: id, kind, result }: OpenApiResult): Violation[] {
  if (kind === 'observe' || result.state !== 'broken') return [];
  return result.faults.map((fault) => {
    const { code, exchanges = [] } = fault;
    const { wanted, seen } = sentence(fault);
    return { requirement: openApiRequirement(id), outcome: breaking[kind], code, wanted, seen, exchanges };
  });
}
