import type { KeyObject } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import type { Level } from '../../../certificate/statement/certificate.ts';
import { seedOfChallenge } from '../../../certificate/statement/challenge.ts';
import { isNonce } from '../../../certificate/statement/readStatement.ts';
import { longestDays, longestWaitDays } from '../../../certificate/verify/moments.ts';
import { ConfigurationError, checkedTogether, type Problem } from '../../../traffic/system/configurationError.ts';
import type { KnownFailure } from '../../../traffic/target/file/knownFailures.ts';
import { decideOverrides, overridesFrom } from '../../../traffic/target/file/overrides.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import { moneyProblems } from '../campaign/moneyLimit.ts';
import { refuseUnnamedMoney } from '../prepare/confirmMoney.ts';
import { knownFindingsOf } from '../prepare/earlierFailures.ts';
import { namedTarget, placeOf } from '../prepare/namedTarget.ts';
import { isProblem } from '../prepare/selectionOptions.ts';
import { wholeNumber } from '../prepare/wholeNumber.ts';
import { minutesFor } from './minutes.ts';
import { signingKey } from './signingKey.ts';

/** The options of `assay certify`. */
export interface CertifyOptions {
  target?: string;
  set?: readonly string[];
  key?: string;
  out?: string;
  challenge?: string;
  operator?: boolean;
  profile?: string;
  posts?: string;
  money?: string;
  days?: string;
  known?: string;
  allowMoney?: string;
  plan?: boolean;
}

/** What a certificate is to be, from options that were checked. */
export interface CertifyPlan {
  place: string;
  out: string;
  profile: 'full' | 'nightly' | 'smoke';
  /** The POSTs of the campaign; without POSTs there is no campaign. */
  posts: number;
  days: number;
  level: Level;
  challenge: string | undefined;
  /** The seed of run and campaign that a challenge asks for. */
  seed: number | undefined;
  /** The failures that the file of known failures named before anything was sent. */
  knownFailures: readonly KnownFailure[];
  /** The key; undefined if only the plan is printed. */
  key: KeyObject | undefined;
}

const usual = { out: 'certificate', posts: 300, days: 90 } as const;
const profiles = ['full', 'nightly', 'smoke'] as const;

function targetProblem(named: string | undefined): Problem[] {
  if (named !== undefined) return [];
  const hint = 'A certificate of the embedded emulator would say nothing about a server of yours.';
  return [{ where: '--target', wanted: 'a target file, or the address of a server', seen: 'none', hint }];
}

function nonceProblem(challenge: string | undefined): Problem[] {
  if (challenge === undefined || isNonce(challenge)) return [];
  const wanted = '16 to 128 letters, digits or signs of . _ ~ + / = -';
  return [
    {
      where: '--challenge',
      wanted,
      seen: challenge === '' ? 'an empty text' : challenge.slice(0, 140),
      hint: 'Copy it exactly as the operator gave it.',
    },
  ];
}

const levelOf = ({ operator, challenge }: CertifyOptions): Level =>
  operator ? 'operator-run' : challenge === undefined ? 'self-declared' : 'challenged';

/** Returns what the options say of the size and the kind of a certificate. Throws ConfigurationError with all problems at once. */
function sizesOf(options: CertifyOptions) {
  const named = namedTarget(options.target);
  const posts = wholeNumber('--posts', options.posts, { usual: usual.posts, least: 0, most: 100_000 });
  const days = wholeNumber('--days', options.days, { usual: usual.days, least: 1, most: longestDays });
  const profile = profiles.find((one) => one === (options.profile ?? 'full'));
  const noProfile = {
    where: '--profile',
    wanted: profiles.join(', '),
    seen: String(options.profile),
    hint: 'Only full makes a full certificate.',
  };
  const problems = [
    ...targetProblem(named),
    ...nonceProblem(options.challenge),
    ...[posts, days, profile ?? noProfile].filter(isProblem),
  ];
  if (problems.length > 0 || named === undefined || isProblem(posts) || isProblem(days) || profile === undefined)
    throw new ConfigurationError('assay certify', problems);
  return { place: placeOf(named), posts, days, profile };
}

/** Refuses a folder with files in it. Throws ConfigurationError. */
function refuseFull(out: string): void {
  const found = lstatSync(out, { throwIfNoEntry: false });
  if (!found || (found.isDirectory() && readdirSync(out).length === 0)) return;
  const seen = found.isDirectory() ? 'a folder with files in it' : 'no folder';
  const hint = 'Name another folder, or empty it.';
  throw new ConfigurationError('--out', [{ where: out, wanted: 'a new or empty folder', seen, hint }]);
}

/** Checks the limit on the campaign's money, which only the campaign uses. Throws ConfigurationError. */
function refuseOtherMoney({ money }: CertifyOptions): void {
  const problems = moneyProblems(money);
  if (problems.length > 0) throw new ConfigurationError('--money', problems);
}

/** The minutes from the end of the run within which a campaign must end. */
const longestMinutes = longestWaitDays * 24 * 60;

/** Checks the target file, and what it allows a run and a campaign to do. Throws ConfigurationError. */
function refuseUnusable(place: string, options: CertifyOptions): void {
  decideOverrides(overridesFrom(options.set ?? [], place));
  const target = readTarget(place);
  const { posts, plan, allowMoney } = options;
  const minutes = minutesFor(Number(posts ?? usual.posts), target);
  checkedTogether('assay certify', [
    () => (plan ? undefined : refuseUnnamedMoney(target, { named: allowMoney, instead: '' })),
    () => {
      if (!(minutes > longestMinutes)) return;
      const [wanted, seen] = [
        `a campaign of at most ${longestWaitDays} days`,
        `${Math.ceil(minutes / 1_440)} days by the quota`,
      ];
      throw new ConfigurationError('--posts', [{ where: '--posts', wanted, seen, hint: 'Name a smaller number.' }]);
    },
  ]);
}

/** Returns where the target is; undefined if none is named, or by a text that can name none. */
function placeIn({ target }: CertifyOptions): string | undefined {
  try {
    const named = namedTarget(target);
    return named === undefined ? undefined : placeOf(named);
  } catch {
    return undefined;
  }
}

/** Returns what a certificate is to be. Throws ConfigurationError with all problems of the options and of the files that they name, before anything is sent. */
export function certifyPlan(options: CertifyOptions): CertifyPlan {
  const { challenge, out = usual.out, plan, known } = options;
  const place = placeIn(options);
  const today = new Date().toISOString().slice(0, 10);
  const [sizes, key, knownFailures] = checkedTogether('assay certify', [
    () => sizesOf(options),
    () => (plan && options.key === undefined ? undefined : signingKey(options.key)),
    () => knownFindingsOf({ place, known }, today),
    () => (plan ? undefined : refuseFull(out)),
    () => refuseOtherMoney(options),
    () => (place === undefined ? undefined : refuseUnusable(place, options)),
  ]);
  const seed = challenge === undefined ? undefined : seedOfChallenge(challenge);
  return { ...sizes, out, level: levelOf(options), challenge, seed, knownFailures, key };
}
