import type { Contract } from '../../schemas/contract.ts';
import type { Move } from './move.ts';
import { bundles } from './moves/bundles.ts';
import { checkouts } from './moves/checkouts.ts';
import { longerWays } from './moves/flows.ts';
import { lookups } from './moves/lookups.ts';
import { byOtherAccounts } from './moves/otherAccounts.ts';
import { paging } from './moves/pages.ts';
import { paid } from './moves/paid.ts';
import { protocol } from './moves/protocol.ts';
import { requests } from './moves/requests.ts';
import { rightlySigned } from './moves/rightSignatures.ts';
import { searching } from './moves/searches.ts';
import { wronglySigned } from './moves/wrongSignatures.ts';
import { schemaMoves } from './schemaCases.ts';

/** What surrounds the payments of an interface: authentication, search, protocol, crypto acquiring. */
const surroundingMoves: readonly Move[] = [
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
];

/** The same, and what the schemas of a contract say of the bodies of its writes. */
export function surroundingMovesBy(contract: Contract): readonly Move[] {
  return [...surroundingMoves, ...schemaMoves(contract)];
}
