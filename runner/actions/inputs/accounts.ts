import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { furtherAccounts, type TargetCredential } from '../../../traffic/target/credentials.ts';
import type { CredentialPurpose } from '../../../traffic/target/file/targetFile.ts';
import type { Target } from '../../../traffic/target/target.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';

/** Access to the target with other credentials of the target file. */
export interface Accounts {
  /** Returns the API for the credential with this purpose; stops the test if the target file names none. */
  of(purpose: Exclude<CredentialPurpose, 'main'>): Api;
  /** The API for each account of the target file that a run may read as it likes, the account under test first. */
  all: readonly [Api, ...Api[]];
  /** Credentials that are none: the token id of one credential with the secret of another one, the account under test being one of the two. */
  mixed: readonly { name: string; api: Api }[];
}

/** A phrase for each purpose, for the message that no such credential is named. */
const words = {
  second: 'a second account',
  revoked: 'a revoked token',
  otherEnvironment: "another environment's token",
} as const satisfies Record<Exclude<CredentialPurpose, 'main'>, string>;

/** Returns each token id of the target file with the secret of another credential, one of both being that of the account under test. */
function mixedOf([main, ...others]: Target['credentials']): TargetCredential[] {
  const pairs = others
    .filter(({ secret }) => secret !== main.secret)
    .flatMap((one) => [[main, one] as const, [one, main] as const]);
  return pairs.map(([{ label, tokenId }, { label: of, secret }]) => ({
    label: `${label} with the secret of ${of}`,
    tokenId,
    secret,
  }));
}

/** Returns the `accounts` tool of one requirement. */
export function accountsOf({ worker, api, log }: { worker: Worker; api: Api; log: AssertionLog }): Accounts {
  return {
    all: [api, ...furtherAccounts(worker.target.credentials).map((one) => api.as(one))],
    mixed: mixedOf(worker.target.credentials).map((one) => ({ name: one.label, api: api.as(one) })),
    of: (wanted) => {
      const found = worker.target.credentials.find(({ purpose }) => purpose === wanted);
      const reason = `the target file names no credential of ${words[wanted]} (credentials[].purpose: ${wanted})`;
      return found ? api.as(found) : log.stop({ code: 'notApplicable', reason, exchanges: [] });
    },
  };
}
