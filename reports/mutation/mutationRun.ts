import type { Verdict } from '../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import type { Outcome } from '../../traffic/outcome/outcome.ts';

/** An emulator instance of the mutation run, as the emulator lists it. */
export interface Candidate {
  name: string;
  kind: 'mutant' | 'variant' | 'mechanical' | 'corner';
  breaks?: string;
  rule?: string;
  /** The names of the rules that it overrides; variants that override different rules may share an instance. */
  overrides?: readonly string[];
  /**
   * Requirements that may warn about a variant, which conforms although the text advises against its behaviour; of a mutant, the requirement that it breaks, if its
   * fault only warns.
   */
  warns?: readonly string[];
  because: string;
}

/** What became of one candidate: the check that it names, and every check that complained. Any complaint kills a corner mutant, also of the named check. */
export interface MutationRunRow extends Candidate {
  isKilled: boolean;
  /** The outcome of the check that a mutant names. */
  named?: Outcome;
  /** Requirements other than the named one that end with fail, warn or changed. */
  complaints: readonly string[];
  /** Requirements that end with error: a fault of the suite, which never kills a mutant. */
  errors: readonly string[];
}

/** The result of a mutation run. */
export interface MutationRunResult {
  version: 1;
  rows: readonly MutationRunRow[];
  escaped: readonly string[];
  complaints: readonly string[];
  /** Mutants of requirements without a spec so far. */
  waiting: readonly string[];
  medianOthers: number;
}

const complaining: ReadonlySet<Outcome> = new Set(['fail', 'warn', 'changed']);

/** The outcomes that mean "broken", by kind: an observation is broken if it changed or goes against advice. */
const brokenAs: Readonly<Record<RequirementVerdict['kind'], readonly Outcome[]>> = {
  must: ['fail'],
  should: ['warn'],
  observe: ['changed', 'warn'],
};

const idsWith = (verdict: Verdict | undefined, has: (one: RequirementVerdict) => boolean) =>
  (verdict?.requirements ?? []).filter(has).map(({ id }) => id);

/**
 * True if a mutant is killed: the named check passes or learns on the clean emulator, with evidence, and the mutant breaks the requirement by a fault of the
 * target.
 */
function isKilled(
  { warns = [] }: Candidate,
  clean: RequirementVerdict | undefined,
  mutant: RequirementVerdict | undefined,
): boolean {
  const passed = clean && (clean.outcome === 'pass' || clean.outcome === 'learned') && clean.exchanges.length > 0;
  if (!passed || mutant?.attribution !== 'target') return false;
  return brokenAs[mutant.kind].includes(mutant.outcome) || (mutant.outcome === 'warn' && warns.includes(mutant.id));
}

function rowOf(candidate: Candidate, clean: Verdict, verdict: Verdict | undefined): MutationRunRow {
  const find = (from: Verdict | undefined) => from?.requirements.find(({ id }) => id === candidate.breaks);
  const isAllowed = ({ id, outcome }: RequirementVerdict) =>
    (id === candidate.breaks && candidate.kind !== 'corner') ||
    (outcome === 'warn' && candidate.kind === 'variant' && (candidate.warns ?? []).includes(id));
  const complaints = idsWith(verdict, (one) => complaining.has(one.outcome) && !isAllowed(one));
  const errors = idsWith(verdict, ({ outcome }) => outcome === 'error');
  const named = find(verdict)?.outcome;
  const killed = candidate.kind === 'mutant' ? isKilled(candidate, find(clean), find(verdict)) : complaints.length > 0;
  return { ...candidate, isKilled: killed, ...(named && { named }), complaints, errors };
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Judges a mutation run: the named check must kill each mutant, and no check may complain about a variant. */
export function judgeMutationRun(given: {
  clean: Verdict;
  verdicts: ReadonlyMap<string, Verdict>;
  candidates: readonly Candidate[];
  waiting: readonly Candidate[];
}): MutationRunResult {
  const rows = given.candidates.map((one) => rowOf(one, given.clean, given.verdicts.get(`~${one.name}`)));
  const mutants = rows.filter(({ kind }) => kind === 'mutant');
  const variants = rows.filter(({ kind }) => kind === 'variant');
  const corners = rows.filter(({ kind }) => kind === 'corner');
  return {
    version: 1,
    rows,
    escaped: [...mutants, ...corners].filter(({ isKilled: killed }) => !killed).map(({ name }) => name),
    complaints: variants.filter(({ isKilled: killed, errors }) => killed || errors.length > 0).map(({ name }) => name),
    waiting: given.waiting.map(({ name }) => name),
    medianOthers: median(mutants.map(({ complaints }) => complaints.length)),
  };
}
