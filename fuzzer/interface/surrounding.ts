import type { Move } from './move.ts';
import { bundles } from './moves/bundles.ts';
import { checkouts } from './moves/checkouts.ts';
import { longerWays } from './moves/flows.ts';
import { hostToHost } from './moves/hostToHost.ts';
import { lookups } from './moves/lookups.ts';
import { byOtherAccounts } from './moves/otherAccounts.ts';
import { paging } from './moves/pages.ts';
import { paid } from './moves/paid.ts';
import { protocol } from './moves/protocol.ts';
import { requests } from './moves/requests.ts';
import { rightlySigned } from './moves/rightSignatures.ts';
import { searching } from './moves/searches.ts';
import { wronglySigned } from './moves/wrongSignatures.ts';

/** What surrounds the payments of an interface: authentication, search, protocol, crypto acquiring. */
export const surroundingMoves: readonly Move[] = [
  ...wronglySigned,
  ...rightlySigned,
  ...byOtherAccounts,
  ...searching,
  ...paging,
  ...protocol,
  ...lookups,
  ...checkouts,
  ...requests,
  ...bundles,
  ...paid,
  ...longerWays,
  hostToHost,
];
