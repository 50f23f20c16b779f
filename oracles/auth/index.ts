import { ifEffect, type Oracles } from '../core/oracle.ts';
import { balancesApart, keepsApart, staysHidden } from './isolation.ts';
import { letsIn, refusalLooks, rejected } from './rejection.ts';
import { staysGranted } from './standing.ts';
import { addsNothing } from './unchangedBundle.ts';

/** The oracles on authentication, by the names that assertions use. */
export const authOracles = {
  rejected: { rule: rejected, whenAbsent: ifEffect },
  addsNothing: { rule: addsNothing },
  letsIn: { rule: letsIn },
  staysGranted: { rule: staysGranted },
  refusalLooks: { rule: refusalLooks },
  staysHidden: { rule: staysHidden },
  balancesApart: { rule: balancesApart },
  keepsApart: { rule: keepsApart, whenAbsent: 'held' },
} satisfies Oracles;
