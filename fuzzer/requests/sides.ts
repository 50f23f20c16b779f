import { type KeywordSide, type Lying, type StatedSide, sidesOf, sidesOn } from '../../generators/schema/sides.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { CaseStep } from '../case.ts';
import { References, Unresolved } from '../references.ts';
import { readBack } from './confirm.ts';
import { type Part, type Subject, subjectOf } from './subject.ts';

/** A side of a keyword of the requests of an operation: `GET /v1/orders query size: type out`. */
export interface RequestSide {
  name: string;
  /** Of a parameter, or of the body. */
  of: 'parameter' | 'body';
  /** Why no request can lie on it. */
  cannot?: string;
}

/** What there is of a contract, and where a request of it lies. */
export interface SideBook {
  /** All sides of the operations that are documented; the same for ever. */
  all: readonly RequestSide[];
  /** The sides on which a request lies: on one outside alone where it breaks one, else on all that it holds; none where it cannot be told. */
  of(step: CaseStep): readonly string[];
}

const nameOf = ({ operation }: Subject, { name }: Part, { place, keyword, side }: KeywordSide) =>
  `${operation.key} ${name}${place}: ${keyword} ${side}`;

const required = (side: 'in' | 'out'): StatedSide => ({ place: '', keyword: 'required', side, kinds: new Set() });

const isText = ({ kinds }: StatedSide) => kinds.has('string') || kinds.has('array');

/** Why no request can lie outside: a parameter is a text, or several, and a path without one of its texts is another. */
function impossible({ parameter }: Part, stated: StatedSide): string | undefined {
  const { keyword, side } = stated;
  if (!parameter || side !== 'out') return undefined;
  if (keyword === 'required' && parameter.in === 'path') return 'without it the path is that of something else';
  return keyword === 'type' && isText(stated) ? `in a ${parameter.in} everything is a text` : undefined;
}

/** All sides of the requests of an operation. */
function sidesFor(subject: Subject): RequestSide[] {
  const { document } = subject.contract;
  return subject.parts.flatMap((part) => {
    const presence = part.isRequired ? [required('in'), required('out')] : [];
    return [...presence, ...sidesOf(document, part.schema)].map((stated): RequestSide => {
      const cannot = impossible(part, stated);
      const of = part.parameter ? 'parameter' : 'body';
      return { name: nameOf(subject, part, stated), of, ...(cannot !== undefined && { cannot }) };
    });
  });
}

/** On which sides one part of a request lies. */
function lyingOf(subject: Subject, part: Part, step: CaseStep): Lying {
  const read = readBack(subject, part, step);
  if ('fault' in read) return { held: [], broken: [], isSound: false };
  if ('absent' in read)
    return { held: [], broken: part.isRequired ? [required('out')] : [], isSound: !part.isRequired };
  const lying = sidesOn(subject.contract.document, part.schema, read.value);
  return part.isRequired ? { ...lying, held: [required('in'), ...lying.held] } : lying;
}

/** The sides on which a request of an operation lies: what is wrong in two ways may have been refused for either. */
function lyingOn(subject: Subject, step: CaseStep): string[] {
  const all = subject.parts.map((part) => ({ part, lying: lyingOf(subject, part, step) }));
  const named = (which: 'held' | 'broken') =>
    all.flatMap(({ part, lying }) => lying[which].map((one) => nameOf(subject, part, one)));
  const unsound = all.filter(({ lying }) => !lying.isSound);
  if (unsound.length === 0) return named('held');
  const broken = named('broken');
  return unsound.length === 1 && broken.length === 1 ? broken : [];
}

/** A step as it may be sent; undefined where it needs the answer to another. */
function filled(step: CaseStep): CaseStep | undefined {
  try {
    return new References({ freshKey: () => 'an-id-of-its-own', answerTo: () => undefined }).filled(step);
  } catch (error) {
    if (error instanceof Unresolved) return undefined;
    throw error;
  }
}

const books = new WeakMap<Contract, SideBook>();

function bookOf(contract: Contract): SideBook {
  const documented = contract.operations.filter(({ optional }) => !optional);
  const subjects = new Map(documented.map((one) => [one.key, subjectOf(contract, one)]));
  return {
    all: [...subjects.values()].flatMap(sidesFor),
    of: (step) => {
      const sent = filled(step);
      const { fault, signing, isLever } = step;
      if (!sent || fault !== undefined || signing === 'none' || isLever) return [];
      const operation = contract.operationOf(sent.method, sent.path);
      const subject = operation && subjects.get(operation.key);
      return subject ? lyingOn(subject, sent) : [];
    },
  };
}

/** The sides of keywords that a contract has in its requests; made once for each. */
export function sideBook(contract: Contract): SideBook {
  const book = books.get(contract) ?? bookOf(contract);
  books.set(contract, book);
  return book;
}
