import type { Finding, RequirementVerdict } from '../../judge/requirementVerdict.ts';

/** Failing requirements that one cause explains, and the finding that says it best, of the requirement to look at first. */
export interface Cause {
  requirements: readonly RequirementVerdict[];
  lead: RequirementVerdict | undefined;
  finding: Finding | undefined;
}

/** What a failure is known by: what was seen, the exchanges that show it, and the fields that its sentences name. */
interface Marks {
  seen: ReadonlySet<string>;
  exchanges: ReadonlySet<string>;
  fields: ReadonlySet<string>;
}

/** The last name of a path to a field in a sentence: /content/0/status. */
const fieldInPath = /\/([A-Za-z_]\w*)(?=[ (,]|$)/g;

const marksOf = ({ findings, exchanges }: RequirementVerdict): Marks => ({
  seen: new Set(findings.map(({ seen }) => seen)),
  exchanges: new Set(exchanges),
  fields: new Set(
    findings.flatMap(({ wanted }) => [...wanted.matchAll(fieldInPath)].flatMap(([, name]) => name ?? [])),
  ),
});

const meet = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].some((each) => other.has(each));

/** True if one cause explains two failures: the same was seen, or an exchange shows both, and they do not name different fields. */
function isOfOneCause(one: Marks, other: Marks): boolean {
  if (meet(one.seen, other.seen)) return true;
  const isSameField = one.fields.size === 0 || other.fields.size === 0 || meet(one.fields, other.fields);
  return isSameField && meet(one.exchanges, other.exchanges);
}

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

/** Groups failing requirements by cause, in the order of the first of each; the one to look at first leads its group. */
export function causesOf(failed: readonly RequirementVerdict[]): Cause[] {
  let groups: { one: RequirementVerdict; marks: Marks }[][] = [];
  for (const one of failed) {
    const marks = marksOf(one);
    const isTouched = (group: (typeof groups)[number]) => group.some((other) => isOfOneCause(marks, other.marks));
    const joined = [...groups.filter(isTouched).flat(), { one, marks }];
    const at = groups.findIndex(isTouched);
    const others = groups.filter((group) => !isTouched(group));
    groups = at < 0 ? [...others, joined] : others.toSpliced(at, 0, joined);
  }
  return groups.map((group) => {
    const requirements = group.map(({ one }) => one);
    const best = bestFinding(requirements);
    return {
      requirements: requirements.toSorted((a, b) => Number(b === best.lead) - Number(a === best.lead)),
      ...best,
    };
  });
}
