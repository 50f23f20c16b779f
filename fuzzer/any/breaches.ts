import { sentence } from '../../harness/fault.ts';
import type { Found } from '../findings/finding.ts';
import type { Violation } from '../run/breach.ts';
import type { OpenApiResult } from './oracles.ts';
import { type OpenApiRequirement, openApiRequirement } from './requirements.ts';

const breaking = { must: 'fail', should: 'warn' } as const;

/** What a ruling says is broken. */
export function violationsOf({ requirement: id, kind, result: ruling }: OpenApiResult): Violation[] {
  if (kind === 'observe' || ruling.state !== 'broken') return [];
  return ruling.faults.map((fault) => {
    const { code, exchanges = [] } = fault;
    const { wanted, seen } = sentence(fault);
    return { requirement: openApiRequirement(id), outcome: breaking[kind], code, wanted, seen, exchanges };
  });
}

/** The breach that a finding tells of. */
export function violationOf({ requirement, code = '', wanted, seen }: Found, outcome: Violation['outcome']): Violation {
  return {
    requirement: openApiRequirement(requirement as OpenApiRequirement),
    outcome,
    code,
    wanted,
    seen,
    exchanges: [],
  };
}
