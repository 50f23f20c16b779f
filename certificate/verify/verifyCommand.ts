import type { KeyObject } from 'node:crypto';
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { escapeLine } from '../../reports/text/escape.ts';
import { ContractError } from '../../schemas/document/problem.ts';
import { ConfigurationError, checkedTogether, fileProblem } from '../../traffic/system/configurationError.ts';
import { KeyError, publicKeyFrom } from '../keys/keys.ts';
import { capabilityLine, dayOf, headline, levelLine, levelWords, shortfall } from '../pages/words.ts';
import { Refusal } from '../refusal.ts';
import { type Verified, verifyBundle } from './verify.ts';

/** The options of `assay verify` and of `verify.mjs`. */
export interface VerifyOptions {
  key?: string | undefined;
  operatorKey?: string | undefined;
  countersigner?: string | undefined;
  challenge?: string | undefined;
  json?: boolean | undefined;
}

/** What the surrounding program does for a verification. */
export interface VerifierHost {
  now: Date;
  /** Collects the specs of this build. */
  collect(): Promise<void>;
  write(text: string): void;
  /** Tells people what they wait for; never a part of the result. */
  say(text: string): void;
}

/** A file of a key is never longer than this, bytes. */
const longestKeyFile = 8_192;

/** Reads the key that must have signed. Throws ConfigurationError. */
function expectedKey(option: string, file: string | undefined): KeyObject | undefined {
  if (file === undefined) return undefined;
  const wanted = 'an Ed25519 public key in PEM';
  const problem = (seen: string) =>
    new ConfigurationError(option, [{ where: file, wanted, seen, hint: 'Ask the signer for the file *.pub.pem.' }]);
  try {
    const { size } = statSync(file);
    if (size > longestKeyFile) throw problem(`a file of ${size} bytes`);
    return publicKeyFrom(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof KeyError) throw problem(error.message.split(', got ')[1] ?? 'no key');
    if (error instanceof ConfigurationError) throw error;
    throw problem(fileProblem(error));
  }
}

/** Checks that there is a folder. Throws ConfigurationError. */
export function refuseNoFolder(folder: string): void {
  const seen = lstatSync(folder, { throwIfNoEntry: false });
  if (seen?.isDirectory()) return;
  const hint = 'Name the folder that the signer handed over, unpacked.';
  throw new ConfigurationError('the bundle', [
    { where: folder, wanted: 'the folder of a bundle', seen: seen ? 'no folder' : 'nothing there', hint },
  ]);
}

function keyLines({ signer, isKeyKnown, level, statement }: Verified): string[] {
  const claimed = statement.predicate.assayCertificate.level;
  const unknown = [
    `key: ${signer}; you did not say whose it is`,
    'compare it with the fingerprint that the signer published, or verify with --key',
  ];
  return [
    ...(isKeyKnown ? [`key: ${signer}, the one that you named`] : unknown),
    ...(claimed === 'operator-run' && level !== claimed
      ? ['it claims to be operator-run; that counts only with --operator-key, the key of the operator himself']
      : []),
  ];
}

function countersignerLines({ countersigned, findings }: Verified): string[] {
  if (countersigned)
    return [`countersigned ${dayOf(countersigned.issuedAt)}: ${countersigned.agreed.length} requirements held again`];
  const unnamed = `countersignatures: ${findings.length}, by keys that you did not name (--countersigner)`;
  const each = findings.map(({ finding, signer, issuedAt }) => `  ${finding}, ${dayOf(issuedAt)}, by ${signer}`);
  return findings.length > 0 ? [unnamed, ...each] : [];
}

/** Returns what a verified bundle says, line by line; the first line is the level. */
function verifiedLines(verified: Verified): string[] {
  const certificate = verified.statement.predicate.assayCertificate;
  const { target, run, claims, campaign, challenge, validUntil, rerunDue, suite } = certificate;
  const { proves, leaves } = levelWords[verified.level];
  const less = shortfall(certificate);
  return [
    `level: ${levelLine(verified.level)}`,
    ...(less === undefined ? [] : [less]),
    `verified: ${headline(certificate)}`,
    `server: ${target.name} (${target.kind}), ${target.baseUrl}`,
    `run: ${run.id}, ${run.profile} profile, ${run.startedAt} to ${run.endedAt}`,
    `allowed by the target file: ${run.terms}`,
    `asked: ${claims.requests.posts} POST, ${claims.requests.gets} GET; ${claims.combinations.evidenced} of ${claims.combinations.of} combinations decided`,
    ...(campaign
      ? [`campaign: ${campaign.cases} cases, ${campaign.broken.length} requirements broken; it is not judged again`]
      : []),
    ...(challenge === undefined ? [] : [`challenge: ${challenge}`]),
    `valid until ${dayOf(validUntil)}, re-run due ${dayOf(rerunDue)}; suite ${suite.version}, build ${suite.build.slice(0, 16)}`,
    ...keyLines(verified),
    ...countersignerLines(verified),
    ...claims.capabilities.map((one) => `  ${capabilityLine(one)}`),
    ...claims.knownFailures.map(({ id, reason }) => `  known failure ${id}: ${reason}`),
    'what this proves:',
    ...proves.map((one) => `  ${one}`),
    'what it does not prove:',
    ...leaves.map((one) => `  ${one}`),
  ];
}

function documentOf({ statement, level, signer, isKeyKnown, countersigned, findings }: Verified) {
  const certificate = statement.predicate.assayCertificate;
  const { proves, leaves } = levelWords[level];
  return {
    verified: true,
    level,
    signer,
    isKeyKnown,
    proves,
    doesNotProve: leaves,
    ...(countersigned && { countersigned }),
    countersignatures: findings,
    certificate,
  };
}

/** Returns the refusal that an error of verification means; throws what is no refusal. */
function refusalOf(error: unknown): { code: string; message: string } {
  if (error instanceof Refusal) return error;
  if (error instanceof ContractError)
    return { code: 'unusableContract', message: `its contract cannot be used: ${error.message}` };
  throw error;
}

/** Verifies a bundle and prints the result; returns the exit code: 0 verified, 1 refused. Throws ConfigurationError for wrong usage. */
export async function runVerify(folder: string, options: VerifyOptions, host: VerifierHost): Promise<0 | 1> {
  const [, key, operator, countersigner] = checkedTogether('assay verify', [
    () => refuseNoFolder(folder),
    () => expectedKey('--key', options.key),
    () => expectedKey('--operator-key', options.operatorKey),
    () => expectedKey('--countersigner', options.countersigner),
  ]);
  const print = (lines: readonly string[], document: object) =>
    host.write(options.json ? `${JSON.stringify(document, null, 2)}\n` : `${lines.map(escapeLine).join('\n')}\n`);
  host.say(
    'verifying: first the checks of this build are loaded, a few seconds; a full run takes about half a minute in all',
  );
  const { challenge } = options;
  try {
    await host.collect();
    const verified = await verifyBundle(folder, {
      key,
      operator,
      countersigner,
      challenge,
      now: host.now,
      say: host.say,
    });
    print(verifiedLines(verified), documentOf(verified));
    return 0;
  } catch (error) {
    const { code, message } = refusalOf(error);
    print([`refused: ${message}`], { verified: false, code, why: message });
    return 1;
  }
}
