import { sample } from 'fast-check';
import type { Reason, Sample } from '../../../generators/values/changes/sample.ts';
import { withMostMembers } from '../../../generators/values/mostMembers.ts';
import { drawable } from '../../../generators/values/validValues.ts';
import { variationsOf } from '../../../generators/values/variations.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import type { CaseLabel, CaseStep, FuzzCase } from '../cases/fuzzCase.ts';
import { isWritable, labelProblem, partProblem, type StatedDefect, unwritable } from './confirmRequest.ts';
import { formValue } from './formValues.ts';
import { protocolVariations } from './protocolVariations.ts';
import type { RequestModel, RequestPart } from './requestModel.ts';
import { type RequestDraft, writeRequest } from './writeRequest.ts';

/** The groups of cases of one request, in the order in which they are tried. */
export const caseGroups = ['example', 'boundary', 'protocol', 'random', 'defect'] as const;

/** A group of cases. */
export type CaseGroup = (typeof caseGroups)[number];

/** A case with its group. */
export interface GroupedCase extends FuzzCase {
  group: CaseGroup;
  /** The constraint that the case is about, and whether the case is inside or outside the constraint. Absent if the case does not come from a schema. */
  reason?: Pick<Reason, 'schema' | 'keyword' | 'side'>;
}

/** A case before it is written and checked: much of a campaign's time goes into that, so it is done only for a case that is wanted. */
export interface Candidate extends Pick<GroupedCase, 'reason'> {
  /** Returns the case; undefined if its text does not match its label, which is reported. */
  confirmed(): GroupedCase | undefined;
}

/** How cases are generated: the seed, the number of random ones, and a callback for each dropped case with its reason. */
export interface CaseOptions {
  seed: number;
  /** The number of random requests. */
  random: number;
  /** True if a real credential is available, so that a wrong one can be tried. */
  isKnown?: boolean;
  /** True if the base request of the variations has every optional member. */
  isFull?: boolean;
  dropped(cause: string, reason?: GroupedCase['reason']): void;
}

/** Generates values of a part from its schema; empty if none can be generated. */
function valuesOf(
  { contract }: RequestModel,
  part: RequestPart,
  { seed, count }: { seed: number; count: number },
): Plain[] {
  const outcome = drawable(contract.document, part.schema);
  const drawn = 'values' in outcome ? sample(outcome.values, { seed, numRuns: count }) : [];
  const { form } = part;
  return form ? drawn.flatMap((value) => formValue(contract, form, value) ?? []) : drawn;
}

/** The most values that are tried until one is read back unchanged. */
const mostTries = 12;

/** Returns the first required part that cannot be generated, and why. */
function undrawableIn({ contract, parts }: RequestModel): string | undefined {
  for (const { name, schema, isRequired, examples } of parts) {
    const outcome = isRequired && examples.length === 0 ? drawable(contract.document, schema) : undefined;
    if (outcome && 'undrawable' in outcome) {
      const { why, pointer } = outcome.undrawable;
      return `${name} cannot be drawn: ${why} (#${pointer})`;
    }
  }
  return undefined;
}

/** Builds a draft of all parts, or of the required ones only; undefined if a required part has no value. */
function drafted(
  subject: RequestModel,
  made: (part: RequestPart) => Plain | undefined,
  hasOptional: boolean,
): RequestDraft | undefined {
  const draft = new Map<string, Plain>();
  for (const part of subject.parts) {
    if (!hasOptional && !part.isRequired) continue;
    const value = made(part);
    if (value !== undefined) draft.set(part.name, value);
    else if (part.isRequired) return undefined;
  }
  return draft;
}

const valid = (because: string): CaseLabel => ({ is: 'valid', because });

/** What is broken if a required part is missing. */
const gone = { keyword: 'required', side: 'out', words: 'not there', schema: '' } as const;

function labelOf(said: StatedDefect): CaseLabel {
  const { label, reason } = 'sample' in said ? said.sample : { label: 'invalid', reason: { ...gone, place: '' } };
  const place = `${said.part.name}${reason.place}`;
  if (label === 'valid') return valid(`${reason.keyword} ${reason.side}: ${reason.words} (${place})`);
  return { is: 'invalid', broken: { schema: reason.schema, keyword: reason.keyword, place, words: reason.words } };
}

/** Builds and confirms the requests of one operation. */
class Maker {
  readonly #subject: RequestModel;
  readonly #making: CaseOptions;

  constructor(subject: RequestModel, making: CaseOptions) {
    this.#subject = subject;
    this.#making = making;
  }

  /** Returns the valid request from which the other requests are made, built from examples if there are any. */
  base(): RequestDraft | undefined {
    const { seed, isFull } = this.#making;
    const valueFor = (part: RequestPart) => {
      const value = part.examples[0] ?? valuesOf(this.#subject, part, { seed, count: 1 })[0];
      return value !== undefined && isFull === true ? this.#full(part, value) : value;
    };
    const draft = drafted(this.#subject, valueFor, true);
    return draft && this.#mended(draft);
  }

  /** Returns a value with every member that its part may have, without members that the request cannot carry. */
  #full({ schema, form }: RequestPart, base: Plain): Plain {
    const { contract } = this.#subject;
    const full = withMostMembers({ document: contract.document, schema, base, seed: this.#making.seed });
    return (form ? formValue(contract, form, full) : full) ?? base;
  }

  /** Replaces each value of a draft that cannot be read back. If no other value can be read back either, leaves the part out unless it is required. */
  #mended(draft: RequestDraft): RequestDraft {
    const mended = new Map(draft);
    const subject = this.#subject;
    for (const part of subject.parts) {
      const isRead = (value: Plain) =>
        partProblem(subject, part, writeRequest(subject, new Map(mended).set(part.name, value))) === undefined;
      const value = mended.get(part.name);
      if (value === undefined || isRead(value)) continue;
      const drawn = valuesOf(subject, part, { seed: this.#making.seed, count: mostTries });
      const other = [...part.examples, ...drawn].find(isRead);
      if (other !== undefined) mended.set(part.name, other);
      else if (!part.isRequired) mended.delete(part.name);
    }
    return mended;
  }

  *examples(base: RequestDraft): Generator<Candidate> {
    const made = (draft: RequestDraft, because: string): Candidate => ({
      confirmed: () => this.#valid(draft, { group: 'example', because }),
    });
    for (const { name, examples } of this.#subject.parts)
      for (const value of examples) yield made(new Map(base).set(name, value), `example of ${name}`);
    yield made(base, 'every part');
    const required = this.#subject.parts.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    yield made(new Map([...base].filter(([name]) => required.includes(name))), 'only what is required');
  }

  *random(): Generator<Candidate> {
    const { seed, random: count } = this.#making;
    const drawn = new Map(this.#subject.parts.map((part) => [part, valuesOf(this.#subject, part, { seed, count })]));
    for (let at = 0; at < count; at += 1) {
      const draft = drafted(this.#subject, (part) => drawn.get(part)?.[at], at % 2 === 0);
      if (draft) yield { confirmed: () => this.#valid(draft, { group: 'random', because: 'drawn at random' }) };
    }
  }

  /** Generates requests one change away from a valid one: they stay valid, or break one constraint. */
  *varied(base: RequestDraft, label: Sample['label']): Generator<Candidate> {
    const { contract, parts } = this.#subject;
    for (const part of parts) {
      const value = base.get(part.name);
      if (value === undefined) continue;
      if (label === 'invalid' && part.isRequired) yield this.#changed(base, { part, isGone: true });
      const { seed } = this.#making;
      for (const one of variationsOf({ document: contract.document, schema: part.schema, base: value, seed }))
        if (one.label === label) yield this.#changed(base, { part, sample: one });
    }
  }

  /** Generates requests that break or strain the protocol, independent of their values. */
  *turned(base: RequestDraft): Generator<Candidate> {
    const subject = this.#subject;
    for (const { step, label } of protocolVariations(subject, writeRequest(subject, base), this.#making.isKnown)) {
      const doubted = () =>
        label.is === 'valid' ? labelProblem(subject, step) : isWritable(step) ? undefined : unwritable;
      yield { confirmed: () => this.#unless(doubted(), { group: 'protocol', steps: [step], label }) };
    }
  }

  /** Returns a case, or drops it for this reason. */
  #unless(doubted: string | undefined, one: GroupedCase): GroupedCase | undefined {
    if (doubted === undefined) return one;
    this.#making.dropped(doubted, one.reason);
    return undefined;
  }

  #valid(draft: RequestDraft, { group, because }: { group: CaseGroup; because: string }): GroupedCase | undefined {
    const step = writeRequest(this.#subject, draft);
    return this.#unless(labelProblem(this.#subject, step), { group, steps: [step], label: valid(because) });
  }

  /** Returns a candidate with one change, which it states: another value of a part, or a required part that is missing. */
  #changed(base: RequestDraft, said: StatedDefect): Candidate {
    const { name } = said.part;
    const { schema, keyword, side } = 'sample' in said ? said.sample.reason : { ...gone, schema: name };
    const reason = { schema, keyword, side };
    const confirmed = () => {
      const draft = new Map(base);
      if ('sample' in said) draft.set(name, said.sample.value);
      else draft.delete(name);
      const step = writeRequest(this.#subject, draft);
      const label = labelOf(said);
      const group = label.is === 'valid' ? 'boundary' : 'defect';
      return this.#unless(labelProblem(this.#subject, step, said), { group, steps: [step], label, reason });
    };
    return { reason, confirmed };
  }
}

/** The cases of one operation by group, generated lazily, and the valid request that they vary. */
export interface OperationCases {
  base: CaseStep;
  candidates(group: CaseGroup): Iterable<Candidate>;
  /** Generates the confirmed cases of a group. */
  of(group: CaseGroup): Iterable<GroupedCase>;
}

function* confirmedOf(candidates: Iterable<Candidate>): Generator<GroupedCase> {
  for (const candidate of candidates) {
    const one = candidate.confirmed();
    if (one) yield one;
  }
}

/** Returns the cases of one operation by group; undefined if no valid request can be built, which is reported through `dropped`. */
export function operationCases(subject: RequestModel, making: CaseOptions): OperationCases | undefined {
  const maker = new Maker(subject, making);
  const base = subject.lacks === undefined ? maker.base() : undefined;
  if (!base) {
    making.dropped(subject.lacks ?? undrawableIn(subject) ?? 'no part that is required can be carried');
    return undefined;
  }
  const made: Readonly<Record<CaseGroup, () => Iterable<Candidate>>> = {
    example: () => maker.examples(base),
    boundary: () => maker.varied(base, 'valid'),
    protocol: () => maker.turned(base),
    random: () => maker.random(),
    defect: () => maker.varied(base, 'invalid'),
  };
  const candidates = (group: CaseGroup) => made[group]();
  return { base: writeRequest(subject, base), candidates, of: (group) => confirmedOf(candidates(group)) };
}
