import type { Fields } from '../core/fields.ts';
import { conflict } from '../core/problem.ts';
import type { Account } from './account.ts';

const LONGEST = 256;

/** Reads the client's own id of a request and refuses one that the account has used before. */
export function readClientOrderId(fields: Fields, account: Account): string | undefined {
  const id = fields.text('clientOrderId', LONGEST);
  if (id !== undefined && account.usedClientOrderIds.has(id)) {
    throw conflict('clientOrderId was used before', 'clientOrderId');
  }
  return id;
}

/** Notes that an accepted request has used a client id. */
export function claimClientOrderId(id: string | undefined, account: Account): void {
  if (id !== undefined) account.usedClientOrderIds.add(id);
}
