import type { Verdict } from '../../judge/buildVerdict.ts';
import type { Finding, RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { normalised } from '../../traffic/outcome/normalised.ts';
import { byUrgency } from './urgency.ts';

/** Failing requirements that one cause explains, and the finding that says it best, of the requirement to look at first. */
export interface Cause {
  requirements: readonly RequirementVerdict[];
  lead: RequirementVerdict | undefined;
  finding: Finding | undefined;
}

/** What a failure is known by. */
interface Marks {
  /** What was seen. */
  seen: ReadonlySet<string>;
  exchanges: ReadonlySet<string>;
  /** The fields that its sentences name. */
  fields: ReadonlySet<string>;
  /** What was wanted, without the values that change with each request, and the field that it is about. */
  demands: ReadonlySet<string>;
}

/** The last name of a path to a field in a sentence: /content/0/status; and the ways in which sentences name a field by itself. */
const namesField = /\/([A-Za-z_]\w*)(?=[ (,]|$)|\bthe same (\w+) in\b|\bproperty '(\w+)'/g;

/** An operation in a sentence, whose last segment is no field. */
const operation = /\b(?:GET|POST) \/\S*/g;

/** Parameters of a search that select nothing. */
const ofPages: ReadonlySet<string> = new Set(['page', 'size', 'sort']);

/** Returns the filters of the search that a sentence names. */
const filtersIn = (words: string): string[] =>
  [...words.matchAll(/[?&]([A-Za-z]\w*)=/g)].flatMap(([, name]) => (name && !ofPages.has(name) ? [name] : []));

/** Returns the fields that a finding is about: of an entry that does not match, those by which it does not; else the named ones, else the filters of its search. */
function fieldsOf({ wanted, seen }: Finding): string[] {
  const [, mismatch] = / with (\w+ .*)$/.exec(seen) ?? [];
  if (mismatch !== undefined) return mismatch.split(', ').map((part) => part.split(' ')[0] ?? '');
  const named = [...wanted.replaceAll(operation, '').matchAll(namesField)].flatMap((found) =>
    found.slice(1).filter((name) => name !== undefined),
  );
  return named.length > 0 ? named : filtersIn(wanted);
}

const demandsOf = (one: Finding): string[] =>
  fieldsOf(one).map((field) => `${one.code} ${field}: ${normalised(one.wanted)}`);

const marksOf = ({ findings, exchanges }: RequirementVerdict): Marks => ({
  seen: new Set(findings.map(({ seen }) => seen)),
  exchanges: new Set(exchanges),
  fields: new Set(findings.flatMap(fieldsOf)),
  demands: new Set(findings.flatMap(demandsOf)),
});

const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].filter((each) => other.has(each));
const meet = (one: ReadonlySet<string>, other: ReadonlySet<string>) => shared(one, other).length > 0;

/** What only this target can have said: an answer, a text or an id. Two independent failures may both have seen "none" or PENDING. */
const isParticular = (seen: string) => /^\d{3} \S+ |[{<"]|\b[A-Z]{2,5}-[0-9a-f]{8}-/.test(seen);

/**
 * True if one cause explains two failures: the same demand on the same field is broken; or the same was seen, and only this target says so, or of the same field;
 * or an exchange shows both, and they do not name different fields.
 */
function isOfOneCause(one: Marks, other: Marks): boolean {
  const isOneField = meet(one.fields, other.fields);
  if (meet(one.demands, other.demands)) return true;
  if (shared(one.seen, other.seen).some((seen) => isOneField || isParticular(seen))) return true;
  const mayBeOneField = isOneField || one.fields.size === 0 || other.fields.size === 0;
  return mayBeOneField && meet(one.exchanges, other.exchanges);
}

/** What is wrong with one field by itself: nobody has to know more to understand it. */
const plain: ReadonlySet<string> = new Set(['schema', 'notListed', 'notAnId', 'notUtc', 'notJson']);

/** True if the title of a requirement names a field that its finding is about: such a title says what broke. */
const isNamedBy = ({ title }: RequirementVerdict, finding: Finding) =>
  fieldsOf(finding).some((field) => new RegExp(`\\b${field}\\b`).test(title));

/**
 * Returns the finding that says the cause best, with its requirement: a plain one, or one whose requirement names the field, or one whose words occur in most of
 * the requirements; of several, the shortest.
 */
function bestFinding(requirements: readonly RequirementVerdict[]): Pick<Cause, 'lead' | 'finding'> {
  const [only] = requirements;
  // Its details begin with the first one.
  if (requirements.length === 1 && only) return { lead: only, finding: only.findings[0] };
  const rank = (one: Finding) => (plain.has(one.code) ? 0 : 1);
  const count = ({ seen }: Finding) =>
    requirements.filter(({ findings }) => findings.some((one) => one.seen === seen)).length;
  const length = ({ wanted, seen }: Finding) => wanted.length + seen.length;
  const [best] = requirements
    .flatMap((lead) => lead.findings.map((finding) => ({ lead, finding })))
    .toSorted(
      ({ finding: a, lead: ofA }, { finding: b, lead: ofB }) =>
        rank(a) - rank(b) ||
        Number(isNamedBy(ofB, b)) - Number(isNamedBy(ofA, a)) ||
        count(b) - count(a) ||
        length(a) - length(b),
    );
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

/** Groups the failures of a run by cause, the new ones first and those that do not count last; none of these is part of a cause that counts. */
export function causesByUrgency(verdict: Pick<Verdict, 'requirements' | 'history'>): Cause[] {
  const failed = byUrgency(verdict).filter(({ outcome }) => outcome === 'fail');
  return [
    ...causesOf(failed.filter(({ accepted }) => !accepted)),
    ...causesOf(failed.filter(({ accepted }) => accepted)),
  ];
}
