import type { Finding, RequirementVerdict } from '../../judge/requirementVerdict.ts';

/** Failing requirements that one cause explains, and the finding that says it best. */
export interface Cause {
  requirements: readonly RequirementVerdict[];
  finding: Finding | undefined;
}

/** What ties two failures together: an exchange that shows both, or the same words about what was seen. */
const tiesOf = ({ findings, exchanges }: RequirementVerdict): string[] => [
  ...exchanges.map((id) => `exchange ${id}`),
  ...findings.map(({ seen }) => `seen ${seen}`),
];

/** Returns the finding whose words occur in most of the requirements; of several, the shortest. */
function commonFinding(requirements: readonly RequirementVerdict[]): Finding | undefined {
  const count = ({ seen }: Finding) =>
    requirements.filter(({ findings }) => findings.some((one) => one.seen === seen)).length;
  const length = ({ wanted, seen }: Finding) => wanted.length + seen.length;
  return requirements
    .flatMap(({ findings }) => findings)
    .toSorted((a, b) => count(b) - count(a) || length(a) - length(b))[0];
}

/** Groups failing requirements by cause: requirements that share an exchange, or what was seen, stand together, in the order of the first of them. */
export function causesOf(failed: readonly RequirementVerdict[]): Cause[] {
  const groups: { requirements: RequirementVerdict[]; ties: Set<string> }[] = [];
  for (const one of failed) {
    const ties = tiesOf(one);
    const touched = groups.filter((group) => ties.some((tie) => group.ties.has(tie)));
    const [first = { requirements: [], ties: new Set<string>() }, ...others] = touched;
    if (touched.length === 0) groups.push(first);
    for (const other of others) {
      first.requirements.push(...other.requirements);
      for (const tie of other.ties) first.ties.add(tie);
      groups.splice(groups.indexOf(other), 1);
    }
    first.requirements.push(one);
    for (const tie of ties) first.ties.add(tie);
  }
  return groups.map(({ requirements }) => ({ requirements, finding: commonFinding(requirements) }));
}
