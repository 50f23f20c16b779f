import type { Verdict } from '../../judge/buildVerdict.ts';
import type { Finding, RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { type Attribution, evidenced, type Outcome } from '../../traffic/outcome/outcome.ts';

/** The meaning of each exit code of a verdict. */
const endings: Readonly<Record<Verdict['exit'], string>> = {
  0: 'nothing failed',
  1: 'the target violates the interface',
  2: 'the run could not begin',
  3: 'the target could not be reached',
  4: 'incomplete: not everything could be decided',
  5: 'a fault of Assay itself',
};

/** Returns the meaning of a verdict's exit code. Exit code 1 without a failure means that `--strict` counts a warning or a change as a failure. */
export function exitMessage({
  exit,
  outcomes,
  halt,
  history,
  header,
  requirements,
}: Pick<Verdict, 'exit' | 'outcomes' | 'halt' | 'history' | 'header' | 'requirements'>): string {
  if (exit === 2 && !halt && history?.stale) return 'the file of known failures is out of date';
  const isStrict = exit === 1 && !outcomes.fail && !halt;
  if (exit === 1 && !isStrict) {
    const counted = requirements.filter(({ outcome, accepted }) => outcome === 'fail' && !accepted);
    const isNorm = counted.length > 0 && counted.every(({ basis }) => basis === 'norm');
    const who = header.command === 'client' ? 'the client library' : 'the target';
    return isNorm ? `${who} breaks a norm of the industry` : `${who} violates the interface`;
  }
  return isStrict ? 'warnings and changes count as failures' : endings[exit];
}

const halts = {
  unreachable: 'The target stopped answering',
  account: 'The account cannot be used',
  stranger: 'Something other than this API answers',
  receiver: 'Its webhooks cannot be received',
  quota: 'The remaining quota is unknown',
  disk: 'What is sent can no longer be stored',
  interrupted: 'Interrupted',
  command: 'The recorded tests did not all pass',
  testee: 'The testee did not start',
  suite: 'The suite itself failed',
  credential: 'The target refuses the token id and secret; they may have expired',
} as const;

/** Causes that lie in the target file or the target: `assay doctor` says more about them. */
export const knownToDoctor: ReadonlySet<keyof typeof halts> = new Set([
  'unreachable',
  'stranger',
  'receiver',
  'credential',
]);

/** A run that stopped, with what was judged before it did; nothing if it could not begin. */
interface Stopped {
  halt: NonNullable<Verdict['halt']>;
  requirements?: Verdict['requirements'];
}

/** True if the target never answered: nothing can be said to have stopped. */
export const isUnmet = ({ halt, requirements = [] }: Stopped): boolean =>
  halt.cause === 'unreachable' && requirements.every(({ exchanges }) => exchanges.length === 0);

function causeOfHalt(stopped: Stopped): string {
  const { cause, message } = stopped.halt;
  if (!isUnmet(stopped)) return halts[cause];
  return /\bwas answered\b/.test(message) ? 'The target answers with errors only' : 'The target did not answer';
}

/** Returns why a run stopped, in one line: for a refused credential without the body of the answer, which other places show. */
export function haltTitle(stopped: Stopped): string {
  const { cause, message } = stopped.halt;
  const status = cause === 'credential' ? /\b[45]\d\d\b/.exec(message)?.[0] : undefined;
  return status === undefined ? `${causeOfHalt(stopped)}: ${message}` : `${halts[cause]} (${status})`;
}

/** Returns why a run stopped, as a sentence. */
export function haltMessage(stopped: Stopped): string {
  const { cause, message } = stopped.halt;
  const more = knownToDoctor.has(cause) ? ' (npx assay doctor, with the same --target, says what to correct)' : '';
  return `${causeOfHalt(stopped)}: ${message}${more}`;
}

/** Returns the command that says what the target file lacks; undefined if no requirement is unverified for that, or there is no target file. */
export function configurationHint({
  header,
  requirements,
}: Pick<Verdict, 'header' | 'requirements'>): string | undefined {
  const lacking = requirements.filter(
    ({ outcome, attribution }) => outcome === 'unverified' && attribution === 'configuration',
  ).length;
  if (lacking === 0 || !header.again) return undefined;
  return `${lacking} unverified for lack of configuration: npx assay doctor ${header.again} says what to add`;
}

/** True for an outcome of a client library that its testee is responsible for, not the library. */
export const isOfTestee = (outcome: Outcome): boolean => outcome === 'error' || outcome === 'not run';

/** Names in a few words who is at fault where a client library is judged. */
function whoOfClient(outcome: Outcome, attribution: Attribution): string {
  if (attribution === 'environment') return 'not seen';
  if (attribution !== 'target') return attribution;
  return isOfTestee(outcome) ? 'your testee' : 'the client library';
}

/** Names who is at fault for an outcome; undefined if nobody is. */
export const atFault = ({ outcome, attribution, section }: RequirementVerdict): string | undefined =>
  attribution && section === 'CLI' ? whoOfClient(outcome, attribution) : attribution;

/** Returns where a requirement is checked; undefined for clients: their developers have a package without that file. */
export const checkedIn = ({ section, where }: RequirementVerdict): string | undefined =>
  section === 'CLI' ? undefined : where;

/** Returns an outcome, who is at fault, and whether the requirement is a norm instead of a rule of the text: `fail (target) (norm)`. */
export function outcomeLabel(requirement: RequirementVerdict): string {
  const { outcome, basis } = requirement;
  const who = atFault(requirement);
  return `${outcome}${who ? ` (${who})` : ''}${basis === 'norm' ? ' (norm)' : ''}`;
}

/** Returns the outcome of a requirement with its first finding, or else with the first value that changed, on one line. */
export function resultMessage(requirement: RequirementVerdict): string {
  const [finding] = requirement.findings;
  const [change] = changedLines(requirement);
  const label = outcomeLabel(requirement);
  if (finding) return `${label}: expected ${finding.wanted}; got ${finding.seen}`;
  return change === undefined ? label : `${label}: ${change}`;
}

/** Writes a finding as two lines: what was expected, and what was seen in which exchanges. */
export function findingLines({ wanted, seen, exchanges }: Finding): readonly [string, string] {
  const where = exchanges.length > 0 ? ` (exchanges ${exchanges.join(', ')})` : '';
  return [`expected ${wanted}`, `got      ${seen}${where}`];
}

/** Says how many findings are not among the ones that a report shows; undefined if it shows all. */
export function moreFindings({ findings, unlisted = 0 }: RequirementVerdict, shown: number): string | undefined {
  const more = findings.length - shown + unlisted;
  if (more <= 0) return undefined;
  return unlisted > 0 ? `${more} more; ${findings.length} are in verdict.json` : `${more} more, in verdict.json`;
}

/** Writes why the failures of a requirement are known and do not count, a line for each entry of the file of known failures. */
export function acceptedLines({ accepted = [] }: Pick<RequirementVerdict, 'accepted'>): readonly string[] {
  return accepted.map(({ reason, until, owner, link }) =>
    [`known    ${reason}`, ...(owner ? [owner] : []), ...(link ? [link] : []), `until ${until}`].join(', '),
  );
}

/** Writes a learned value; one that contradicts the baseline with what it was. */
export const valueWords = ({ was = {} }: RequirementVerdict, [key, value]: readonly [string, string]): string =>
  Object.hasOwn(was, key) ? `was ${was[key]}, now ${value}` : value;

/** Writes what changed against the baseline, a line for each key. */
export function changedLines(requirement: RequirementVerdict): readonly string[] {
  const { was = {}, learned = {} } = requirement;
  return Object.keys(was).map((key) => `${key}: ${valueWords(requirement, [key, learned[key] ?? 'nothing'])}`);
}

/** Writes why requirements are not applicable, a line for each reason. */
export function inapplicableLines(requirements: readonly RequirementVerdict[]): readonly string[] {
  const ids = new Map<string, string[]>();
  for (const { id, outcome, findings } of requirements) {
    if (outcome !== 'not applicable') continue;
    const seen = findings[0]?.seen ?? '';
    ids.set(seen, [...(ids.get(seen) ?? []), id]);
  }
  return [...ids].map(([seen, of]) => `${of.join(' ')}: ${seen}`);
}

/** Writes which requirements passed on a part of what the target held, a line for each: `SRC-07a  400 of 10000 payments: some pages from both ends`. */
export function lookedLines(requirements: readonly RequirementVerdict[]): readonly string[] {
  return requirements.flatMap(({ id, looked }) =>
    looked ? [`${id.padEnd(7)} ${looked.at} of ${looked.of} ${looked.why}`] : [],
  );
}

/** Writes what a requirement learned about the target, a line for each key. */
export function learnedLines(requirement: RequirementVerdict): readonly string[] {
  const { id, outcome, learned = {} } = requirement;
  return Object.entries(learned).map(
    ([key, value]) =>
      `${id.padEnd(7)} ${outcome === 'fail' || outcome === 'error' ? 'learned' : outcome}  ${key}: ${valueWords(requirement, [key, value])}`,
  );
}

/** Writes the experiments on deliveries that are not judged yet or never will be, a line for each. */
export function experimentLines({ experiments = [] }: Pick<Verdict, 'experiments'>): readonly string[] {
  return experiments.map(({ requirement, state, openedAt, dueAt, attempts, why }) => {
    const so = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} so far`;
    const rest =
      state === 'open' ? `${so}, verdict due ${dueAt}` : `${so}, discarded: ${why ?? 'the reason is unknown'}`;
    return `${requirement.padEnd(7)} open since ${openedAt}, ${rest}`;
  });
}

/** Returns the number of combinations in words, `11 of 212 combinations`; undefined if no requirement has combinations. */
export function combinationCount({ evidenced, of }: Verdict['cells']): string | undefined {
  return of === 0 ? undefined : `${evidenced} of ${of} combinations`;
}

/** Returns how the selection of a run differs from the default (nightly, active, everything): `profile full, only PAY, shard 1 of 3`. */
export function selectionSummary({ profile, tier, asked, shard }: Verdict['selection']): string | undefined {
  const words = [
    ...(profile === 'nightly' ? [] : [`profile ${profile}`]),
    ...(tier === 'active' ? [] : [`tier ${tier}`]),
    ...(asked ? [`only ${asked.join(' ')}`] : []),
    ...(shard ? [`shard ${shard.index} of ${shard.of}`] : []),
  ];
  return words.length > 0 ? words.join(', ') : undefined;
}

/** Returns what a run sent, how long it took, and for how many requirements one POST of the main account gives evidence on average. */
export function trafficSummary({ header, requirements }: Verdict): string {
  const { exchanges, durationMs } = header;
  const { apart = { post: 0, get: 0 } } = exchanges;
  const posts = exchanges.post - apart.post;
  const usedUp = apart.post + apart.get;
  const besides = usedUp === 0 ? '' : ` and ${apart.post} POST, ${apart.get} GET on the rate-limit test account`;
  const sent = `${posts} POST, ${exchanges.get - apart.get} GET${besides} in ${(durationMs / 1000).toFixed(1)} s`;
  const count = requirements.filter(({ outcome }) => evidenced.has(outcome)).length;
  const each = posts === 0 ? '' : `, ${(count / posts).toFixed(2)} by each POST`;
  return `${sent}, ${count} evidenced${each}`;
}

/** Returns the failures that a run saw, new ones and those of earlier runs; none if no state is kept. */
export const seenFailures = ({ history }: Pick<Verdict, 'history'>) => [
  ...(history?.new ?? []),
  ...(history?.known ?? []),
];
