import type { Finding, RequirementVerdict } from '../../judge/requirementVerdict.ts';

/** Failing requirements that one cause explains, and the finding that says it best, of the requirement to look at first. */
export interface Cause {
  requirements: readonly RequirementVerdict[];
  lead: RequirementVerdict | undefined;
  finding: Finding | undefined;
}

/** What ties two failures together: an exchange that shows both, or the same words about what was seen. */
const tiesOf = ({ findings, exchanges }: RequirementVerdict): string[] => [
  ...exchanges.map((id) => `exchange ${id}`),
  ...findings.map(({ seen }) => `seen ${seen}`),
];

/** What is wrong with one field by itself: nobody has to know more to understand it. */
const plain: ReadonlySet<string> = new Set(['schema', 'notListed', 'notAnId', 'notUtc', 'notJson']);

/** Returns the finding that says the cause best, with its requirement: a plain one, or one whose words occur in most of the requirements; of several, the shortest. */
function bestFinding(requirements: readonly RequirementVerdict[]): Pick<Cause, 'lead' | 'finding'> {
  const rank = (one: Finding) => (plain.has(one.code) ? 0 : 1);
  const count = ({ seen }: Finding) =>
    requirements.filter(({ findings }) => findings.some((one) => one.seen === seen)).length;
  const length = ({ wanted, seen }: Finding) => wanted.length + seen.length;
  const [best] = requirements
    .flatMap((lead) => lead.findings.map((finding) => ({ lead, finding })))
    .toSorted(({ finding: a }, { finding: b }) => rank(a) - rank(b) || count(b) - count(a) || length(a) - length(b));
  return best ?? { lead: requirements[0], finding: undefined };
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
  return groups.map(({ requirements }) => ({ requirements, ...bestFinding(requirements) }));
}
