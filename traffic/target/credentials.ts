import type { Credential } from '../signing/signingSchemes.ts';
import type { Lookup } from './file/namedVariables.ts';
import type { CredentialPurpose, OwnQuota, Project, TargetFile } from './file/targetFile.ts';

/** A credential of the target with its purpose; undefined if no requirement asks for it. */
export interface TargetCredential extends Credential {
  purpose?: CredentialPurpose;
  /** True if cross payout is enabled for the account; undefined if the file does not say. */
  crossPayout?: boolean;
  /** True if runs may send orders as this account too. */
  takesPart?: boolean;
  /** The projects of an account that takes part. */
  projects?: readonly Project[];
  /** What the account may send in each window, if a run may spend all of it; undefined if others use the account too. */
  quota?: OwnQuota;
}

const purposes: readonly string[] = ['main', 'second', 'revoked', 'otherEnvironment'] satisfies CredentialPurpose[];

const isPurpose = (label: string): label is CredentialPurpose => purposes.includes(label);

/**
 * Returns the credentials of a target file with their values. The main credential comes first: the credential declared as main, else one without another
 * purpose, else the first in the file.
 */
export function credentialsOf(file: TargetFile, lookup: Lookup): readonly [TargetCredential, ...TargetCredential[]] {
  const all: TargetCredential[] = file.credentials.map(
    ({ label, tokenIdEnv, secretEnv, purpose, crossPayout, takesPart, projects, quota }) => ({
      label,
      tokenId: lookup(tokenIdEnv) ?? '',
      secret: lookup(secretEnv) ?? '',
      ...(crossPayout !== undefined && { crossPayout }),
      ...(takesPart && { takesPart }),
      ...(projects && { projects }),
      ...(quota && { quota }),
      ...((purpose || isPurpose(label)) && { purpose: purpose ?? (label as CredentialPurpose) }),
    }),
  );
  const main = all.find(({ purpose }) => purpose === 'main') ?? all.find(({ purpose }) => !purpose) ?? all[0];
  if (!main) throw new Error('expected at least one credential in the target file, got none');
  return [{ ...main, purpose: 'main' }, ...all.filter((one) => one !== main)];
}

/** Returns the credentials besides main of accounts that a run may read as it likes: not revoked, of this environment, and without a quota that a test uses up. */
export function furtherAccounts(credentials: readonly TargetCredential[]): TargetCredential[] {
  return credentials
    .slice(1)
    .filter(({ purpose, quota }) => (purpose === undefined || purpose === 'second') && quota === undefined);
}
