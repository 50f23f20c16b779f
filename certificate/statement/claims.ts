import type { Verdict } from '../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { packageFile } from '../../schemas/packageFiles.ts';
import type { Outcome } from '../../traffic/outcome/outcome.ts';
import type { TargetFacts } from '../../traffic/target/targetFacts.ts';
import { capabilitiesOf, undecidedOutcomes } from './capabilities.ts';
import type { Claims, TestResult } from './certificate.ts';

/** The clauses of the interface for which no requirement exists yet, by id, each with what judging it would take. */
const unjudgedClauses = (): Readonly<Record<string, { needs: string; text: string }>> =>
  JSON.parse(packageFile('specs/unjudged.json'));

const byReason = (accepted: RequirementVerdict['accepted'] = []) =>
  accepted.map(({ id, reason, until }) => ({ id, reason, until }));

/** What of the verdict on a requirement a certificate repeats. */
type Judged = Pick<RequirementVerdict, 'id' | 'outcome' | 'looked' | 'accepted'>;

/** Counts what a campaign broke as failed, whatever the run saw of it. */
function withBroken(requirements: readonly Judged[], broken: readonly string[]): Judged[] {
  const known = new Set(requirements.map(({ id }) => id));
  const others = broken.filter((id) => !known.has(id)).map((id): Judged => ({ id, outcome: 'fail' }));
  return [
    ...requirements.map((one): Judged => (broken.includes(one.id) ? { ...one, outcome: 'fail' } : one)),
    ...others,
  ];
}

/** Returns everything that a certificate says about a run and what its campaign broke: it follows from the verdict and the declared gaps alone. */
export function claimsOf(
  { requirements: judgedByRun, cells, header }: Pick<Verdict, 'requirements' | 'cells' | 'header'>,
  gaps: TargetFacts['gaps'],
  broken: readonly string[] = [],
): Claims {
  const requirements = withBroken(judgedByRun, broken);
  const ids = (...outcomes: readonly Outcome[]) =>
    requirements.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id);
  const judged = new Set(requirements.map(({ id }) => id));
  const unjudged = Object.entries(unjudgedClauses()).flatMap(([id, clause]) =>
    judged.has(id) ? [] : [{ id, ...clause }],
  );
  const declared = gaps.map(({ id, reason }) => ({ id, reason }));
  return {
    passed: ids('pass'),
    warned: ids('warn', 'changed'),
    failed: ids('fail'),
    learned: ids('learned'),
    undecided: ids(...undecidedOutcomes),
    notApplicable: ids('not applicable'),
    lookedAt: requirements.flatMap(({ id, looked }) =>
      looked ? [{ id, of: looked.of, at: looked.at, why: looked.why }] : [],
    ),
    gaps: declared,
    knownFailures: requirements.flatMap(({ accepted }) => byReason(accepted)),
    unjudged,
    capabilities: capabilitiesOf(requirements, { unjudged, gaps: declared }),
    combinations: { evidenced: cells.evidenced, of: cells.of },
    requests: { posts: header.exchanges.post, gets: header.exchanges.get },
  };
}

/**
 * Returns the fields that every test result has, from the claims. What was only learned, is not applicable or was not decided is in no list; what was not decided
 * keeps the result from PASSED.
 */
export function resultOf({
  passed,
  warned,
  failed,
  undecided,
}: Claims): Omit<TestResult, 'configuration' | 'assayCertificate'> {
  return {
    result: failed.length > 0 ? 'FAILED' : warned.length + undecided.length > 0 ? 'WARNED' : 'PASSED',
    passedTests: passed,
    warnedTests: warned,
    failedTests: failed,
  };
}
