import type { Oracles } from '../../core/oracle.ts';
import { showsOwnLimits } from './limits.ts';
import { staysOver } from './over.ts';
import { takesWhatIsDue } from './sums.ts';
import { readsTexts } from './texts.ts';

/** The oracles on what settlements from the sandbox balance take, by the names that assertions use. */
export const settledOracles = {
  readsTexts: { rule: readsTexts },
  showsOwnLimits: { rule: showsOwnLimits },
  staysOver: { rule: staysOver },
  takesWhatIsDue: { rule: takesWhatIsDue, whenAbsent: 'broken' },
} satisfies Oracles;
