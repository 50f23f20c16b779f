import type { CaseLabel, FuzzCase } from '../../../fuzzer/engine/cases/fuzzCase.ts';
import type { OpenApiRequirement } from '../../../fuzzer/engine/judgement/openApiRequirements.ts';
import type { OpenApiExecutor } from '../../../fuzzer/openapi/executor/caseExecutor.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type Fault, sentence } from '../../../traffic/outcome/fault.ts';

/** How often a requirement held on an exchange, was violated, or could not be decided. */
export interface ResultCount {
  held: number;
  broken: number;
  undecided: number;
}

/** A case that showed a violation of a requirement. */
export interface ShownViolation {
  requirement: OpenApiRequirement;
  exchange: Exchange;
  label: CaseLabel;
  faults: readonly Fault[];
}

/** The counts of many executed cases. */
export interface RequirementTally {
  tried: number;
  valid: number;
  /** Valid cases that were accepted. They are only reported, never counted against a target. */
  accepted: number;
  counts: ReadonlyMap<OpenApiRequirement, ResultCount>;
  broken: readonly ShownViolation[];
}

/** Executes cases one after the other and counts the results of all requirements. */
export async function tallyRequirements(
  trial: Pick<OpenApiExecutor, 'execute'>,
  cases: Iterable<FuzzCase>,
): Promise<RequirementTally> {
  const counts = new Map<OpenApiRequirement, ResultCount>();
  const broken: ShownViolation[] = [];
  const all = { tried: 0, valid: 0, accepted: 0 };
  const countOf = (id: OpenApiRequirement): ResultCount => {
    const count = counts.get(id) ?? { held: 0, broken: 0, undecided: 0 };
    counts.set(id, count);
    return count;
  };
  for (const one of cases) {
    const outcome = await trial.execute(one);
    if (!outcome) continue;
    const { exchange, results } = outcome;
    all.tried += 1;
    if (one.label.is === 'valid') all.valid += 1;
    if (one.label.is === 'valid' && exchange.class === 'accepted') all.accepted += 1;
    for (const { requirement, result } of results) {
      if (result.state === 'learned') continue;
      countOf(requirement)[result.state] += 1;
      if (result.state === 'broken') broken.push({ requirement, exchange, label: one.label, faults: result.faults });
    }
  }
  return { ...all, counts, broken };
}

/** Describes a violation in one line. */
export function violationLine({ requirement, exchange, label, faults }: ShownViolation): string {
  const said = faults.map(sentence).map(({ wanted, seen }) => `wanted ${wanted}, seen ${seen}`);
  return `${requirement} ${exchange.request} (${JSON.stringify(label)}): ${said.join('; ')}`;
}
