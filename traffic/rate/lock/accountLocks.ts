import { onProcessEnd } from '../../system/processEnd.ts';
import { type AccountLock, lockAccount } from './accountLock.ts';

/** The accounts that one run uses, if their quota is not known. */
export interface AccountsToLock {
  baseUrl: string;
  /** One name per account: a token, or anything else that identifies its owner. */
  tokens: readonly string[];
  run: string;
  /** The folder of lock files; the system's folder for temporary files by default. */
  folder?: string;
}

const nothing = { post: [], get: [] };

/** Locks every account that a run uses until released or until this process ends. Throws ConfigurationError if another live run holds one of them. */
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
