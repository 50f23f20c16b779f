import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from '../../judge/buildVerdict.ts';
import { urlOf } from '../../schemas/domain/urlOf.ts';
import { isPlainObject, type Plain } from '../../schemas/json/plain.ts';
import type { TargetFacts } from '../../traffic/target/targetFacts.ts';
import { configurationOf } from '../bundle/bundleFiles.ts';
import { Refusal } from '../refusal.ts';
import type { CampaignFacts, Certificate, CertificateStatement, Claims, TestResult } from '../statement/certificate.ts';
import { seedOfChallenge } from '../statement/challenge.ts';
import { claimsOf, resultOf } from '../statement/claims.ts';

/** The largest share of requirements that a run may have lost. What its profile never asked is no loss: the certificate names the profile. */
const mostUndecided = 0.1;

/** Returns why a run is too incomplete for a certificate; undefined if it is not. */
export function tooLittle({ requirements }: Pick<Verdict, 'requirements'>): string | undefined {
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
  const { claims, campaign } = predicate.assayCertificate;
  const own = claimsOf(verdict, gaps, campaign?.broken);
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

/** Returns the requirements that a campaign broke so that they fail, from the list in its result. */
export const brokenIn = (broken: Plain | undefined): Plain[] =>
  Array.isArray(broken)
    ? broken.flatMap((one) => {
        const requirement = isPlainObject(one) && one['outcome'] === 'fail' ? one['requirement'] : undefined;
        return isPlainObject(requirement) ? [requirement['id'] ?? null] : [];
      })
    : [];

/** When a campaign began, by the id of its run; undefined if that is none. */
function beganMs(run: string): number | undefined {
  const [, day = '', time = ''] = /^(\d{8})-(\d{6})-/.exec(run) ?? [];
  const ms = Date.parse(`${day.replace(/(\d{4})(\d\d)/, '$1-$2-')}T${time.replace(/(\d\d)(\d\d)/, '$1:$2:')}.000Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The clock of one machine may be set during a run by a little. */
const slackMs = 60_000;

/** Refuses a campaign of another target, of another time than between the run and the certificate, or that was not drawn from the challenge. */
function refuseForeignCampaign({ target, run, challenge, issuedAt }: Certificate, found: CampaignFacts, asked: Plain) {
  const { name, kind, baseUrl } = isPlainObject(asked) ? asked : {};
  const { name: ownName, kind: ownKind, baseUrl: ownUrl } = target;
  const [wanted, seen] = [
    [ownName, ownKind, ownUrl],
    [name, kind, baseUrl],
  ].map((one) => one.join(', '));
  if (seen !== wanted) throw new Refusal('campaignElsewhere', { wanted, seen: seen?.slice(0, 300) });
  const ms = beganMs(found.run);
  if (ms === undefined || ms < Date.parse(run.startedAt) - slackMs || ms > Date.parse(issuedAt) + slackMs)
    throw new Refusal('campaignOtherTime', {
      wanted: `a time from ${run.startedAt} to ${issuedAt}`,
      seen: ms === undefined ? found.run : new Date(ms).toISOString(),
    });
  const seed = challenge === undefined ? found.seed : seedOfChallenge(challenge);
  if (found.seed !== seed) throw new Refusal('campaignOtherSeed', { wanted: String(seed), seen: String(found.seed) });
}

/** Refuses a host that is not that of the address, and a configuration that is not among the subjects. Throws Refusal. */
export function refuseOtherFacts({ subject, predicate }: CertificateStatement): void {
  const { host, baseUrl } = predicate.assayCertificate.target;
  const wanted = urlOf(baseUrl)?.host ?? 'no address';
  if (host !== wanted) throw new Refusal('otherHost', { wanted, seen: host });
  if (!isDeepStrictEqual(predicate.configuration, configurationOf(subject))) throw new Refusal('otherConfiguration');
}

/** Refuses a campaign that is not the one that the statement describes, or that cannot belong to its run. */
export function refuseOtherCampaign(certificate: Certificate, value: Plain | undefined, where: string): void {
  const { campaign } = certificate;
  if (!campaign || !isPlainObject(value)) throw new Refusal('noCampaign', { where });
  const { run, seed, ended, cases, spent, broken } = value;
  const { posts, gets } = isPlainObject(spent) ? spent : {};
  const found = { run, seed, ended, cases, posts, gets, broken: brokenIn(broken) };
  if (!isDeepStrictEqual(found, { ...campaign })) throw new Refusal('noCampaign', { where });
  refuseForeignCampaign(certificate, campaign, value['target'] ?? null);
}
