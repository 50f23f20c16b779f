import type { Oracles } from '../core/oracle.ts';
import { passesAllowance } from './allowance.ts';

/** The oracles on limits, by the names that assertions use. */
export const limitOracles = {
  passesAllowance: { rule: passesAllowance, whenAbsent: 'held' },
} satisfies Oracles;
