import type { Credential } from '../signing/signingSchemes.ts';
import type { Lookup } from './file/namedVariables.ts';
import type { CredentialPurpose, OwnQuota, TargetFile } from './file/targetFile.ts';

/** A credential of the target, and what it is for; undefined for one that no requirement asks for. */
export interface TargetCredential extends Credential {
  purpose?: CredentialPurpose;
  /** Whether cross payout is enabled for the account; undefined where the file does not say. */
  crossPayout?: boolean;
  /** What the account may send in each window, where a run may use all of it up; undefined where others work with it. */
  quota?: OwnQuota;
}

const purposes: readonly string[] = ['main', 'second', 'revoked', 'otherEnvironment'] satisfies CredentialPurpose[];

const isPurpose = (label: string): label is CredentialPurpose => purposes.includes(label);

/** The credentials of a target file with their values, main first: the one for main, else one for nothing else, else the first. */
export function credentialsOf(file: TargetFile, lookup: Lookup): readonly [TargetCredential, ...TargetCredential[]] {
  const all: TargetCredential[] = file.credentials.map(
    ({ label, tokenIdEnv, secretEnv, purpose, crossPayout, quota }) => ({
      label,
      tokenId: lookup(tokenIdEnv) ?? '',
      secret: lookup(secretEnv) ?? '',
      ...(crossPayout !== undefined && { crossPayout }),
      ...(quota && { quota }),
      ...((purpose || isPurpose(label)) && { purpose: purpose ?? (label as CredentialPurpose) }),
    }),
  );
  const main = all.find(({ purpose }) => purpose === 'main') ?? all.find(({ purpose }) => !purpose) ?? all[0];
  if (!main) throw new Error('a target file has at least one credential');
  return [{ ...main, purpose: 'main' }, ...all.filter((one) => one !== main)];
}
