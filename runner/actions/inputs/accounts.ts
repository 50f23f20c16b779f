import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { furtherAccounts } from '../../../traffic/target/credentials.ts';
import type { CredentialPurpose } from '../../../traffic/target/file/targetFile.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';

/** Access to the target with other credentials of the target file. */
export interface Accounts {
  /** Returns the API for the credential with this purpose; stops the test if the target file names none. */
  of(purpose: Exclude<CredentialPurpose, 'main'>): Api;
  /** The API for each account of the target file that a run may read as it likes, the account under test first. */
  all: readonly [Api, ...Api[]];
}

/** A phrase for each purpose, for the message that no such credential is named. */
const words = {
  second: 'a second account',
  revoked: 'a revoked token',
  otherEnvironment: "another environment's token",
} as const satisfies Record<Exclude<CredentialPurpose, 'main'>, string>;

/** Returns the `accounts` tool of one requirement. */
export function accountsOf({ worker, api, log }: { worker: Worker; api: Api; log: AssertionLog }): Accounts {
  return {
    all: [api, ...furtherAccounts(worker.target.credentials).map((one) => api.as(one))],
    of: (wanted) => {
      const found = worker.target.credentials.find(({ purpose }) => purpose === wanted);
      const reason = `the target file names no credential of ${words[wanted]} (credentials[].purpose: ${wanted})`;
      return found ? api.as(found) : log.stop({ code: 'notApplicable', reason, exchanges: [] });
    },
  };
}
