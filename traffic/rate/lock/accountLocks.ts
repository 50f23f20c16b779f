import { onProcessEnd } from '../../system/processEnd.ts';
import { type AccountLock, lockAccount } from './accountLock.ts';

/** Whose accounts one run works on, where no quota is known of them. */
export interface AccountsToLock {
  baseUrl: string;
  /** What names an account each: a token, or whatever else lets its holder in. */
  tokens: readonly string[];
  run: string;
  /** Where lock files are; the folder of the system for temporary files. */
  folder?: string;
}

const nothing = { post: [], get: [] };

/** Holds every account that a run works on, until it is released or this process ends. Throws ConfigurationError where another living run holds one of them. */
export function lockEachAccount({ baseUrl, tokens, run, folder }: AccountsToLock): () => void {
  const holds: AccountLock[] = [];
  const release = () => {
    for (const hold of holds) hold.release(nothing);
  };
  const holder = { run, shard: { index: 1, of: 1 }, redis: false, slots: {}, restMs: 0 };
  try {
    for (const tokenId of new Set(tokens))
      holds.push(lockAccount({ account: { baseUrl, tokenId }, holder, ...(folder !== undefined && { folder }) }));
  } catch (error) {
    release();
    throw error;
  }
  const stay = onProcessEnd(release);
  return () => {
    stay();
    release();
  };
}
