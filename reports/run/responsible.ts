import type { Verdict } from '../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import type { Halt } from '../../traffic/journal/journalTypes.ts';
import type { Attribution, Outcome } from '../../traffic/outcome/outcome.ts';
import { causesOf } from './causes.ts';
import { configurationHint, isOfTestee, isUnmet, knownToDoctor } from './messages.ts';
import { disturbed, lacksFailures, rerunCommand, runAgainCommand } from './repeat.ts';

/** Who has to act on a run that stopped, and what to do. */
const haltAdvice: Readonly<Record<Halt['cause'], { owner: string; next: string }>> = {
  credential: {
    owner: 'Yours: the target refuses the credential. Nothing is known about the target itself.',
    next: 'Check the token id and secret in the variables that the target file names: they may have expired or been revoked.',
  },
  stranger: {
    owner: 'Yours: something other than this API answers at the base address.',
    next: 'Check baseUrl in the target file.',
  },
  account: {
    owner: 'Yours: another run uses the account. Nothing is known about the target itself.',
    next: 'Wait for the other run to end, or give this one an account of its own.',
  },
  receiver: {
    owner: 'Yours: the webhooks of the target cannot be received here.',
    next: 'Check the webhook address in the target file.',
  },
  unreachable: {
    owner: 'The target’s, or the network’s: nothing answers any more.',
    next: 'Check that the server runs and can be reached from here.',
  },
  quota: {
    owner: 'Yours: the quota that is left is unknown.',
    next: 'Check quota in the target file.',
  },
  disk: { owner: 'Yours: the disk is full.', next: 'Make room on the disk.' },
  suite: { owner: 'Assay’s own fault. It says nothing about the target.', next: 'Report it with this folder.' },
  command: {
    owner: 'Yours: the tests that were recorded failed. That alone says nothing about the SDK.',
    next: 'Let the tests pass, then record them again.',
  },
  testee: {
    owner: 'Yours: your testee did not start. Nothing is known about the client library.',
    next: 'Do what the first line says. Try the testee by hand in the same folder: it reads a line of JSON and answers with one.',
  },
  interrupted: {
    owner: 'Nobody’s: the run was interrupted.',
    next: 'Judge what was stored with `npx assay judge`, or run again.',
  },
};

/** Returns who has to act on a run that stopped, and what to do. */
export function adviceOn(stopped: Parameters<typeof isUnmet>[0]): { owner: string; next: string } {
  const { cause, message } = stopped.halt;
  const advice = haltAdvice[cause];
  if (!isUnmet(stopped)) return advice;
  if (/\bENOTFOUND\b/.test(message))
    return {
      owner: 'Yours, or the network’s: there is no such host.',
      next: 'Check the host in baseUrl of the target file.',
    };
  return { ...advice, owner: 'The target’s, or the network’s: it did not answer.' };
}

/** Names who is responsible. */
const owners: Readonly<Record<Attribution, string>> = {
  target: 'the target',
  contract: 'the contract that it was given',
  suite: 'Assay itself',
  environment: 'the environment between Assay and the target',
  configuration: 'your target file',
  quota: 'the quota of your account',
};

/** Names who is responsible for a verdict on a client library. */
function ownerOfClient({ header, target }: Verdict, outcome: Outcome, attribution: Attribution): string | undefined {
  if (attribution === 'environment')
    return header.again?.startsWith('--record')
      ? 'your tests, which did not make it happen'
      : 'your testee, which sent nothing';
  if (attribution !== 'target') return undefined;
  return isOfTestee(outcome) ? 'your testee' : `the client library (${target.name})`;
}

/** What an outcome says of a requirement, after the number of them. Failures that are known and do not count are counted apart. */
const deeds: Readonly<Partial<Record<Outcome | 'known', readonly [one: string, many: string]>>> = {
  fail: ['requirement is broken by', 'requirements are broken by'],
  known: ['requirement is broken, as known, by', 'requirements are broken, as known, by'],
  error: ['check could not end because of', 'checks could not end because of'],
  inconclusive: ['check was disturbed by', 'checks were disturbed by'],
  'not run': ['check did not run because of', 'checks did not run because of'],
  unverified: ['check lacks evidence because of', 'checks lack evidence because of'],
  changed: ['behaviour was changed by', 'behaviours were changed by'],
  warn: ['warning is about', 'warnings are about'],
};

/** A number of results of one kind, for which one party is responsible. */
export interface Share {
  count: number;
  deed: string;
  owner: string;
}

/** Counts what needs attention by its outcome, failures first, and by who is responsible. After a halt only failures count, since nothing else was tried. */
export function sharesOf(verdict: Verdict): Share[] {
  const { halt, requirements, target, header } = verdict;
  const counts = new Map<string, number>();
  for (const { outcome, attribution, accepted } of requirements) {
    if (deeds[outcome] === undefined || (halt && outcome !== 'fail')) continue;
    const key = `${outcome === 'fail' && accepted ? 'known' : outcome}/${attribution ?? ''}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const order = Object.keys(deeds);
  const placeOf = ([key]: readonly [string, number]) => order.indexOf(key.split('/')[0] ?? '');
  const sorted = [...counts].toSorted((a, b) => placeOf(a) - placeOf(b));
  return sorted.map(([key, count]) => {
    const [deed, attribution] = key.split('/') as [Outcome | 'known', Attribution | ''];
    const name = attribution ? owners[attribution] : 'no one in particular';
    const usual = attribution === 'target' ? `the target (${target.name})` : name;
    const isClient = header.command === 'client' && attribution !== '';
    const owner = (isClient && ownerOfClient(verdict, deed === 'known' ? 'fail' : deed, attribution)) || usual;
    return { count, deed: deeds[deed]?.[count === 1 ? 0 : 1] ?? '', owner };
  });
}

/** Returns the failures that count. */
const countedFailures = ({ requirements }: Verdict) =>
  requirements.filter(({ outcome, accepted }) => outcome === 'fail' && !accepted);

/** Returns the failure to look at first: of the new ones, or else of all, the plainest of the first cause. */
export function firstFailure(verdict: Verdict): RequirementVerdict | undefined {
  const { history } = verdict;
  const failed = countedFailures(verdict);
  const fresh = failed.filter(({ id }) => history?.new.some(({ requirement }) => requirement === id));
  return causesOf(fresh.length > 0 ? fresh : failed)[0]?.lead;
}

/** The most causes that are listed before their details, and the most characters of what was expected and of what came instead. */
const mostCauses = 6;
const mostWords = 120;

const shortened = (words: string) => (words.length > mostWords ? `${words.slice(0, mostWords)}…` : words);

/** Says what broke, a line for each cause, if there are several: the reader sees them all before the details of the first. */
export function causeWords(verdict: Verdict): string[] {
  const causes = causesOf(countedFailures(verdict));
  if (causes.length < 2) return [];
  const lines = causes.slice(0, mostCauses).map(({ requirements: all, lead, finding }) => {
    const others = all.length > 1 ? ` and ${all.length - 1} more` : '';
    const [wanted, seen] = [finding?.wanted ?? '', finding?.seen ?? ''].map(shortened);
    return `- ${lead?.id}${others}: ${lead?.title}; expected ${wanted}, got ${seen}`;
  });
  const more = causes.length - mostCauses;
  return [`${causes.length} causes:`, ...lines, ...(more > 0 ? [`- and ${more} more`] : [])];
}

/** Says which failures of earlier runs are fixed, and which were not asked for: a line for each requirement, with the number of its failures. */
export function goneWords({ history, requirements }: Verdict): string[] {
  const titles = new Map(requirements.map(({ id, title }) => [id, title]));
  const groups = [
    ['Fixed', history?.fixed ?? []],
    ['Not asked tonight', history?.notAsked ?? []],
  ] as const;
  return groups.flatMap(([name, failures]) =>
    [...new Set(failures.map(({ requirement }) => requirement))].map((id) => {
      const all = failures.filter(({ requirement }) => requirement === id);
      const since = all.map(({ firstSeen }) => firstSeen.slice(0, 10)).toSorted()[0];
      const count = all.length > 1 ? `${all.length} failures` : '1 failure';
      return `${name}: ${id}  ${titles.get(id) ?? ''} (${count}, first seen ${since})`;
    }),
  );
}

/** Says whose it is where nothing needs attention. */
export const nobodys = 'Nobody’s. Nothing needs attention.';

/** Says in one sentence whose what a run found is; undefined if the reports of the results say it. */
export function whoseWords(verdict: Verdict): string | undefined {
  const { halt, requirements } = verdict;
  const words = sharesOf(verdict).map(({ count, deed, owner }) => `${count} ${deed} ${owner}`);
  if (halt) return adviceOn({ halt, requirements }).owner;
  if (words.length > 0) return words.join('; ');
  return verdict.exit === 0 ? nobodys : undefined;
}

/** Returns the commands that follow the advice on a halt: one that says what is wrong, where it can, and the run. */
function commandsAfter(verdict: Verdict): string {
  const { halt, header } = verdict;
  const target = header.again ? ` ${header.again}` : '';
  const examine = halt && knownToDoctor.has(halt.cause) && target ? `npx assay doctor${target}, then ` : '';
  return `Then: ${examine}${runAgainCommand(verdict)}`;
}

/** Says what to do now where nothing failed. */
export function nextWithoutFailure(verdict: Verdict): string | undefined {
  const { exit, requirements, header, target } = verdict;
  if (exit === 0) return 'nothing to do';
  const again = runAgainCommand(verdict);
  const [broken] = requirements.flatMap(({ findings }) => findings.filter(({ code }) => code === 'testeeBroken'));
  if (broken) return `mend your testee, which gave ${broken.seen.replace(/\.?$/, '.')} Then: ${again}`;
  if (requirements.some((one) => lacksFailures(verdict, one)))
    return `npx assay client ${disturbed(header.again ?? '')}; CLI-07 needs requests that fail, which --disturb makes`;
  if (exit === 5)
    return `${again}; if it ends so again, report it to whoever develops Assay, with the folder of this run`;
  if (exit === 4) return configurationHint(verdict) ?? `${again}; what is undecided again says below what it lacks`;
  if (exit !== 1) return undefined;
  const first = requirements.find(({ outcome }) => outcome === 'changed' || outcome === 'warn');
  const accept = first?.outcome === 'changed' ? 'if that is meant, store it as the new baseline: --pin; else ' : '';
  return `read ${first?.id} below; ${accept}send it to whoever develops the target (${target.name})`;
}

/** Returns the ids that lead the other causes, as many as are listed. */
export const otherCauses = (verdict: Verdict, first: RequirementVerdict): string[] =>
  causesOf(countedFailures(verdict))
    .slice(0, mostCauses)
    .flatMap(({ lead }) => (lead && lead.id !== first.id ? [lead.id] : []));

/** Says what to do now; undefined if the reports of the results say it. */
export function nextWords(verdict: Verdict): string | undefined {
  const { halt, target, requirements } = verdict;
  const first = firstFailure(verdict);
  if (halt && !first) return `${adviceOn({ halt, requirements }).next} ${commandsAfter(verdict)}`;
  if (!first) return nextWithoutFailure(verdict);
  const rest = otherCauses(verdict, first);
  const others = rest.length > 0 ? `; then the same with ${rest.map((id) => `--only ${id}`).join(', ')}` : '';
  if (verdict.header.command === 'client')
    return `mend ${first.id}, then ask again: ${rerunCommand(verdict, first)}${others}`;
  return `${rerunCommand(verdict, first)}; if ${first.id} fails again, send its request and answer to whoever develops the target (${target.name}); if it passes this time, it fails only sometimes: say so, and send those of both runs${others}`;
}
