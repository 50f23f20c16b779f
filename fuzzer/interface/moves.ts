import type { Contract } from '../../schemas/contract.ts';
import type { Move } from './move.ts';
import { bundles } from './moves/bundles.ts';
import { checkouts } from './moves/checkouts.ts';
import { longerWays } from './moves/flows.ts';
import { hostToHost } from './moves/hostToHost.ts';
import { lookups } from './moves/lookups.ts';
import { byOtherAccounts } from './moves/otherAccounts.ts';
import { paging } from './moves/pages.ts';
import { paid } from './moves/paid.ts';
import { paymentMoves } from './moves/payments.ts';
import { protocol } from './moves/protocol.ts';
import { requests } from './moves/requests.ts';
import { rightlySigned } from './moves/rightSignatures.ts';
import { searching } from './moves/searches.ts';
import { wronglySigned } from './moves/wrongSignatures.ts';
import { schemaMoves } from './schemaCases.ts';

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

/** Everything that a campaign may do to a target that speaks the interface; of the moves by the contract's schemas all, or those that are given. */
export function movesBy(contract: Contract, bySchema = schemaMoves(contract)): readonly Move[] {
  return [...surroundingMoves, ...bySchema, ...paymentMoves];
}
