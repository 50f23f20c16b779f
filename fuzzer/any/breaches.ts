import { sentence } from '../../harness/fault.ts';
import type { Found } from '../findings/finding.ts';
import type { Breach } from '../run/breach.ts';
import type { AnyRuling } from './oracles.ts';
import { type AnyRequirement, anyRequirement } from './requirements.ts';

const breaking = { must: 'fail', should: 'warn' } as const;

/** What a ruling says is broken. */
export function breachesOf({ requirement: id, kind, ruling }: AnyRuling): Breach[] {
  if (kind === 'observe' || ruling.state !== 'broken') return [];
  return ruling.faults.map((fault) => {
    const { code, exchanges = [] } = fault;
    const { wanted, seen } = sentence(fault);
    return { requirement: anyRequirement(id), outcome: breaking[kind], code, wanted, seen, exchanges };
  });
}

/** The breach that a finding tells of. */
export function breachOf({ requirement, code = '', wanted, seen }: Found, outcome: Breach['outcome']): Breach {
  return { requirement: anyRequirement(requirement as AnyRequirement), outcome, code, wanted, seen, exchanges: [] };
}
