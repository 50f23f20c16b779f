import type { Verdict } from '../../judge/buildVerdict.ts';
import type { Finding, RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { evidenced } from '../../traffic/outcome/outcome.ts';

/** What each exit code of a verdict says of the run. */
const endings: Readonly<Record<Verdict['exit'], string>> = {
  0: 'sound',
  1: 'the target breaks the interface',
  2: 'the run could not begin',
  3: 'the target could not be reached',
  4: 'incomplete: not everything could be decided',
  5: 'a fault of our own',
};

/** What the exit code of a verdict says of the run; where nothing failed, `--strict` has counted something as failure. */
export function exitMessage({ exit, outcomes, halt }: Pick<Verdict, 'exit' | 'outcomes' | 'halt'>): string {
  const isStrict = exit === 1 && !outcomes.fail && !halt;
  return isStrict ? 'warnings and changes count as failures' : endings[exit];
}

const halts = {
  unreachable: 'The target stopped answering',
  account: 'The account cannot be used',
  stranger: 'Something else answers than this API',
  receiver: 'Its webhooks cannot be received',
  quota: 'Nobody can say what may still be sent',
  disk: 'What is sent can no longer be kept',
  interrupted: 'Interrupted',
  suite: 'Something of ours went wrong',
  credential: 'Check the token id and secret that the target file names',
} as const;

/** Why a run went no further, as a sentence. */
export function haltMessage({ cause, message }: NonNullable<Verdict['halt']>): string {
  return `${halts[cause]}: ${message}`;
}

/** An outcome with the door at which it lies, and whether a norm rather than the text was broken: `fail (target) (norm)`. */
export function outcomeLabel({ outcome, attribution, basis }: RequirementVerdict): string {
  return `${outcome}${attribution ? ` (${attribution})` : ''}${basis === 'norm' ? ' (norm)' : ''}`;
}

/** The command that judges a requirement again, by the same values and the same cells. */
export function rerunCommand(
  { header, selection }: Pick<Verdict, 'header' | 'selection'>,
  { id, cells }: RequirementVerdict,
): string {
  const target = header.again ? ` ${header.again}` : '';
  const turn = cells ? ` --profile ${selection.profile} --day ${selection.day}` : '';
  return `npx assay run${target} --only ${id} --seed ${header.run.seed}${turn}`;
}

/** A finding as two lines: what was wanted, and what was seen in which exchanges. */
export function findingLines({ wanted, seen, exchanges }: Finding): readonly [string, string] {
  const where = exchanges.length > 0 ? ` (exchanges ${exchanges.join(', ')})` : '';
  return [`wanted  ${wanted}`, `seen    ${seen}${where}`];
}

/** Why requirements are not applicable, a line for each reason. */
export function inapplicableLines(requirements: readonly RequirementVerdict[]): readonly string[] {
  const ids = new Map<string, string[]>();
  for (const { id, outcome, findings } of requirements) {
    if (outcome !== 'not applicable') continue;
    const seen = findings[0]?.seen ?? '';
    ids.set(seen, [...(ids.get(seen) ?? []), id]);
  }
  return [...ids].map(([seen, of]) => `${of.join(' ')}: ${seen}`);
}

/** What a requirement taught of the target, a line for each key. */
export function learnedLines({ id, outcome, learned = {} }: RequirementVerdict): readonly string[] {
  return Object.entries(learned).map(([key, value]) => `${id.padEnd(7)} ${outcome}  ${key}: ${value}`);
}

/** What was asked of deliveries and is not judged yet, or never will be, a line for each experiment. */
export function experimentLines({ experiments = [] }: Pick<Verdict, 'experiments'>): readonly string[] {
  return experiments.map(({ requirement, state, openedAt, dueAt, attempts, why }) => {
    const so = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} so far`;
    const rest = state === 'open' ? `${so}, verdict due ${dueAt}` : `${so}, void: ${why ?? 'nobody knows why'}`;
    return `${requirement.padEnd(7)} open since ${openedAt}, ${rest}`;
  });
}

/** Cells as words, `11 of 212 cells`; undefined where no requirement has cells. */
export function combinationCount({ evidenced, of }: Verdict['cells']): string | undefined {
  return of === 0 ? undefined : `${evidenced} of ${of} cells`;
}

/** What a run was asked for beyond the default (nightly, active, all of it): `profile full, only PAY, shard 1 of 3`. */
export function selectionSummary({ profile, tier, asked, shard }: Verdict['selection']): string | undefined {
  const words = [
    ...(profile === 'nightly' ? [] : [`profile ${profile}`]),
    ...(tier === 'active' ? [] : [`tier ${tier}`]),
    ...(asked ? [`only ${asked.join(' ')}`] : []),
    ...(shard ? [`shard ${shard.index} of ${shard.of}`] : []),
  ];
  return words.length > 0 ? words.join(', ') : undefined;
}

/** What a run sent, how long it took, and how many requirements each POST of main's quota is evidence for. */
export function trafficSummary({ header, requirements }: Verdict): string {
  const { exchanges, durationMs } = header;
  const { apart = { post: 0, get: 0 } } = exchanges;
  const posts = exchanges.post - apart.post;
  const usedUp = apart.post + apart.get;
  const besides = usedUp === 0 ? '' : ` and ${apart.post} POST, ${apart.get} GET on an account to be used up`;
  const sent = `${posts} POST, ${exchanges.get - apart.get} GET${besides} in ${(durationMs / 1000).toFixed(1)} s`;
  const count = requirements.filter(({ outcome }) => evidenced.has(outcome)).length;
  const each = posts === 0 ? '' : `, ${(count / posts).toFixed(2)} by each POST`;
  return `${sent}, ${count} evidenced${each}`;
}
