import type { Oracles } from '../../core/oracle.ts';
import { showsOwnLimits } from './limits.ts';
import { staysOver } from './over.ts';
import { takesWhatIsDue } from './sums.ts';
import { readsTexts } from './texts.ts';

/** The oracles on what settlements from the sandbox balance take, by the names that assertions use. */
export const settledOracles = {
  readsTexts: { rule: readsTexts, whenAbsent: 'held' },
  showsOwnLimits: { rule: showsOwnLimits, whenAbsent: 'held' },
  staysOver: { rule: staysOver, whenAbsent: 'held' },
  takesWhatIsDue: { rule: takesWhatIsDue, whenAbsent: 'held' },
} satisfies Oracles;
