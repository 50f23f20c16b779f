import type { Move } from './move.ts';
import { byOtherAccounts } from './moves/otherAccounts.ts';
import { paging } from './moves/pages.ts';
import { rightlySigned } from './moves/rightSignatures.ts';
import { searching } from './moves/searches.ts';
import { wronglySigned } from './moves/wrongSignatures.ts';

/** Everything that a campaign may do to a target that speaks the interface. */
export const moves: readonly Move[] = [...rightlySigned, ...wronglySigned, ...byOtherAccounts, ...searching, ...paging];
