import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from '../../judge/buildVerdict.ts';
import { isPlainObject, type Plain } from '../../schemas/json/plain.ts';
import type { TargetFacts } from '../../traffic/target/targetFacts.ts';
import { Refusal } from '../refusal.ts';
import type { Certificate, CertificateStatement, Claims, TestResult } from '../statement/certificate.ts';
import { claimsOf, resultOf } from '../statement/claims.ts';

/** The largest share of requirements that a run may have lost. What its profile never asked is no loss: the certificate names the profile. */
const mostUndecided = 0.1;

/** Returns why a run is too incomplete for a certificate; undefined if it is not. The suite must have had no error of its own. */
export function tooLittle({ requirements }: Pick<Verdict, 'requirements'>): string | undefined {
  const own = requirements.filter(({ outcome, attribution }) => outcome === 'error' && attribution === 'suite');
  if (own[0]) return `the suite failed in ${own[0].id}`;
  const idle = requirements.filter(({ outcome }) => outcome === 'not run');
  const share = idle.length / Math.max(1, requirements.length);
  return share > mostUndecided ? `${idle.length} of ${requirements.length} requirements were not run` : undefined;
}

type Result = Omit<TestResult, 'configuration' | 'assayCertificate'>;

/** Refuses a statement whose claims do not follow from its verdict. */
export function refuseOverstated(
  { predicate }: CertificateStatement,
  verdict: Verdict,
  gaps: TargetFacts['gaps'],
): void {
  const { claims } = predicate.assayCertificate;
  const own = claimsOf(verdict, gaps);
  for (const where of Object.keys(own) as (keyof Claims)[])
    if (!isDeepStrictEqual(claims[where], own[where])) throw new Refusal('overstated', { where });
  const result = resultOf(own);
  if (predicate.result !== result.result)
    throw new Refusal('overstatedResult', { wanted: result.result, seen: predicate.result });
  for (const where of Object.keys(result) as (keyof Result)[])
    if (!isDeepStrictEqual(predicate[where], result[where])) throw new Refusal('overstated', { where });
}

/** Refuses a level that the statement itself contradicts. */
export function refuseLevel({ level, challenge }: Certificate): void {
  const isChallenged = challenge !== undefined;
  if (level === 'challenged' && !isChallenged)
    throw new Refusal('overstatedLevel', { wanted: 'self-declared', seen: level });
  if (level === 'self-declared' && isChallenged)
    throw new Refusal('overstatedLevel', { wanted: 'challenged', seen: level });
}

/** Refuses a campaign that is not the one that the statement describes. */
export function refuseOtherCampaign({ campaign }: Certificate, value: Plain | undefined, where: string): void {
  if (!campaign || !isPlainObject(value)) throw new Refusal('noCampaign', { where });
  const { run, seed, ended, cases, spent, broken } = value;
  const ids = Array.isArray(broken)
    ? broken.map((one) => isPlainObject(one) && isPlainObject(one['requirement']) && one['requirement']['id'])
    : [];
  const { posts, gets } = isPlainObject(spent) ? spent : {};
  const found = { run, seed, ended, cases, posts, gets, broken: ids };
  if (!isDeepStrictEqual(found, { ...campaign })) throw new Refusal('noCampaign', { where });
}
