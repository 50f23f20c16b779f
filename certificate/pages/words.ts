import { fingerprintOf, publicKeyOf } from '../keys/keys.ts';
import type { Capability, Certificate, Level } from '../statement/certificate.ts';
import { ownLevel } from '../statement/level.ts';

/** What a level says, and what it does not. */
interface LevelWords {
  asked: string;
  proves: readonly string[];
  leaves: readonly string[];
}

const integrity = [
  'Nothing of the bundle was changed after it was signed.',
  'The verdict follows from the journal: it was judged again, requirement by requirement.',
];
const whichServer =
  'It does not prove which server answered: the signer may have asked another one, or invented the journal.';
const later = 'It does not prove how the server answers to others, or later.';

/** What each level proves and what it does not (docs/certificates.md). */
export const levelWords: Readonly<Record<Level, LevelWords>> = {
  'self-declared': { asked: 'the signer asked, by himself', proves: integrity, leaves: [whichServer, later] },
  challenged: {
    asked: 'the signer asked, after somebody gave him a nonce',
    proves: [...integrity, 'No earlier run was relabelled: seed and ids of its requests follow from the nonce.'],
    leaves: [
      whichServer,
      'It does not prove that the journal was not rewritten as a whole for the nonce; a countersignature does.',
      later,
    ],
  },
  countersigned: {
    asked: 'the signer asked, and somebody else asked a sample again',
    proves: [...integrity, 'The public address answered a drawn sample as the journal says.'],
    leaves: ['It does not prove more than the sample shows.', later],
  },
  'operator-run': {
    asked: 'the operator asked, on his own machine',
    proves: [...integrity, 'The operator whose key you named (--operator-key) asked the address himself.'],
    leaves: [later],
  },
};

/** The words on a level in one line, the first of every certificate. */
export const levelLine = (level: Level): string => `${level}: ${levelWords[level].asked}`;

type Claimed = Pick<Certificate, 'level' | 'challenge'>;

/** The words on the level of a statement in a badge: a level that the statement cannot support by itself is only claimed. */
export const claimedLevel = (certificate: Claimed): string =>
  ownLevel(certificate) === certificate.level ? certificate.level : `claims ${certificate.level}`;

/** The words on the level of a statement in one line, for whoever has only the statement. */
export function claimedLine(certificate: Claimed): string {
  const own = levelLine(ownLevel(certificate));
  if (ownLevel(certificate) === certificate.level) return own;
  return `${claimedLevel(certificate)}, which counts only with the operator's key (--operator-key); without it ${own}`;
}

const fullProfile = 'full';

/** A smaller campaign is no part of a full certificate; the usual one has twice as many POSTs. */
const leastPosts = 150;

/** Says what a certificate lacks if it does not rest on a full run with a campaign; undefined if it does. */
export function shortfall({ run, campaign }: Pick<Certificate, 'run' | 'campaign'>): string | undefined {
  const lacks = [
    ...(run.profile === fullProfile ? [] : [`it rests on the ${run.profile} profile`]),
    ...(run.tier === 'active' ? [] : [`it rests on reads only (${run.tier})`]),
    ...(run.only === undefined ? [] : [`it was for ${run.only} named requirements`]),
    ...(campaign ? [] : ['there was no campaign']),
    ...(campaign && campaign.posts < leastPosts ? [`its campaign sent only ${campaign.posts} POST`] : []),
    ...(run.contract === 'own' ? [] : ["answers were judged by another OpenAPI document than the interface's"]),
  ];
  return lacks.length === 0 ? undefined : `not a full certificate: ${lacks.join('; ')}`;
}

const listOf = (ids: readonly string[], most: number) =>
  ids.length > most ? `${ids.slice(0, most).join(', ')} and ${ids.length - most} more` : ids.join(', ');

/** The words for one capability. */
export function capabilityLine({ name, state, failed, undecided, gaps, unjudged }: Capability): string {
  const parts = [
    `${name}: ${state}${state === 'not conforming in' ? ` ${listOf(failed, 12)}` : ''}`,
    ...(undecided.length > 0 ? [`undecided: ${listOf(undecided, 12)}`] : []),
    ...(gaps.length > 0 ? [`declared gaps: ${listOf(gaps, 12)}`] : []),
    ...(unjudged.length > 0 ? [`nobody can judge yet: ${listOf(unjudged, 6)}`] : []),
  ];
  return parts.join('; ');
}

/** A certificate in a few words: what does not conform, or how much conforms. */
export function headline({ claims }: Pick<Certificate, 'claims'>): string {
  const { failed, capabilities } = claims;
  if (failed.length > 0) return `not conforming in ${listOf(failed, 3)}`;
  const conforming = capabilities.filter(({ state }) => state.startsWith('conforming'));
  return `conforming in ${conforming.length} of ${capabilities.length} capabilities`;
}

/** How a certificate looks: bad if something failed, open if something is not evidenced, else good. */
export function toneOfClaims({ claims }: Pick<Certificate, 'claims'>): 'bad' | 'open' | 'good' {
  if (claims.failed.length > 0) return 'bad';
  return claims.capabilities.every(({ state }) => state.startsWith('conforming')) ? 'good' : 'open';
}

/** The key of the signer as people compare it, or its first digits where there is little room. */
export function keyWords({ signer }: Pick<Certificate, 'signer'>, digits = 64): string {
  const key = publicKeyOf(signer);
  return key ? fingerprintOf(key).slice(0, 'SHA256:'.length + digits) : 'no key';
}

/** A day of a moment, for people. */
export const dayOf = (moment: string): string => moment.slice(0, 10);
