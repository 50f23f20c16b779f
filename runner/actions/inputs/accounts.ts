import type { AssertionLog } from '../../../judge/assertionLog.ts';
import type { CredentialPurpose } from '../../../traffic/target/file/targetFile.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';

/** Doors by other credentials of the target file. */
export interface Accounts {
  /** The door by the credential that is for this purpose; stops the test where the target file names none. */
  of(purpose: Exclude<CredentialPurpose, 'main'>): Api;
}

/** What each purpose is, for the sentence that says there is none. */
const words = {
  second: 'a second account',
  revoked: 'a revoked token',
  otherEnvironment: "another environment's token",
} as const satisfies Record<Exclude<CredentialPurpose, 'main'>, string>;

/** The `accounts` of one requirement. */
export function accountsOf({ stage, api, ledger }: { stage: Worker; api: Api; ledger: AssertionLog }): Accounts {
  return {
    of: (wanted) => {
      const found = stage.target.credentials.find(({ purpose }) => purpose === wanted);
      const reason = `the target file names no credential of ${words[wanted]} (credentials[].purpose: ${wanted})`;
      return found ? api.as(found) : ledger.stop({ code: 'notApplicable', reason, exchanges: [] });
    },
  };
}
