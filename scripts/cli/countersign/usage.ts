import type { KeyObject } from 'node:crypto';
import { type Bundle, readBundle } from '../../../certificate/bundle/readBundle.ts';
import { certificateIn, nextCountersignature, signerIn } from '../../../certificate/bundle/writeBundle.ts';
import { fingerprintOf, publicHalf } from '../../../certificate/keys/keys.ts';
import { Refusal } from '../../../certificate/refusal.ts';
import { refuseNoFolder } from '../../../certificate/verify/verifyCommand.ts';
import { ConfigurationError, checkedTogether } from '../../../traffic/system/configurationError.ts';
import { decideOverrides, overridesFrom } from '../../../traffic/target/file/overrides.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import { signingKey } from '../certificate/signingKey.ts';
import { refuseUnnamedMoney } from '../prepare/confirmMoney.ts';
import { namedTarget, placeOf } from '../prepare/namedTarget.ts';
import { isProblem } from '../prepare/selectionOptions.ts';
import { wholeNumber } from '../prepare/wholeNumber.ts';

/** The options of `assay countersign`. */
export interface CountersignOptions {
  target?: string;
  set?: readonly string[];
  key?: string;
  vendorKey?: string;
  posts?: string;
  pace?: string;
  out?: string;
  allowMoney?: string;
}

/** What the options say, after all checks that need neither traffic nor judgement. */
export interface CountersignUsage {
  key: KeyObject;
  posts: number;
  paceMs: number;
  /** The target file, as it was named. */
  named: string;
}

/** The most POSTs of a sample, and the mean wait before a request in ms. */
const posted = { usual: 40, least: 0, most: 1_000 };
const paced = { usual: 400, least: 0, most: 600_000 };

/** Returns the numbers of the options. Throws ConfigurationError with all problems at once. */
function sizeOf({ posts: wished, pace }: CountersignOptions): { posts: number; paceMs: number } {
  const [posts, paceMs] = [wholeNumber('--posts', wished, posted), wholeNumber('--pace', pace, paced)];
  if (isProblem(posts) || isProblem(paceMs))
    throw new ConfigurationError('the sample', [posts, paceMs].filter(isProblem));
  return { posts, paceMs };
}

/** Returns the target of the operator, as it was named, and its base address. Throws ConfigurationError. */
function ownTarget({ target, set = [], allowMoney }: CountersignOptions): { named: string; baseUrl: string } {
  const named = namedTarget(target);
  const hint = 'Name it with --target.';
  if (named === undefined)
    throw new ConfigurationError('--target', [
      { where: '--target', wanted: 'your own target file for the address', seen: 'none', hint },
    ]);
  const place = placeOf(named);
  decideOverrides(overridesFrom(set, place));
  const own = readTarget(place);
  refuseUnnamedMoney(own, { named: allowMoney, instead: '' });
  return { named, baseUrl: own.baseUrl };
}

const bare = (address: string) => address.replace(/\/+$/, '');

/** Refuses to ask another address than the one that the certificate is about. Throws ConfigurationError. */
function refuseOtherAddress(bundle: Bundle, baseUrl: string): void {
  const { target } = certificateIn(bundle);
  if (bare(target.baseUrl) === bare(baseUrl)) return;
  throw new ConfigurationError('--target', [
    {
      where: 'baseUrl',
      wanted: `${target.baseUrl}, which the certificate is about`,
      seen: baseUrl,
      hint: 'A certificate says nothing about another address: ask the vendor for one about yours.',
    },
  ]);
}

/** Refuses the key that signed the certificate: nobody is somebody else. Throws ConfigurationError. */
function refuseOwnKey(bundle: Bundle, key: KeyObject): void {
  const seen = fingerprintOf(publicHalf(key));
  if (seen !== signerIn(bundle)) return;
  const [wanted, hint] = ['a key of your own', 'Make one with assay keygen. This one signed the certificate itself.'];
  throw new ConfigurationError('--key', [{ where: '--key', wanted, seen, hint }]);
}

/** Makes a check of a bundle that was not verified yet. What cannot be read of it is the verifier's to refuse. */
function ofUnverified(check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Checks the options and the files that they name, before the verification that takes half a minute. Throws ConfigurationError. */
export function countersignUsage(folder: string, options: CountersignOptions): CountersignUsage {
  const subject = 'assay countersign';
  const [, key, { posts, paceMs }, { named, baseUrl }] = checkedTogether(subject, [
    () => refuseNoFolder(folder),
    () => signingKey(options.key),
    () => sizeOf(options),
    () => ownTarget(options),
  ]);
  checkedTogether(subject, [
    () => ofUnverified(() => refuseOtherAddress(readBundle(folder), baseUrl)),
    () => ofUnverified(() => refuseOwnKey(readBundle(folder), key)),
    () => nextCountersignature(folder, key),
  ]);
  return { key, posts, paceMs, named };
}
