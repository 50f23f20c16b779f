import {
  type BoundaryCase,
  type BoundaryPosition,
  boundaryCasesOf,
  boundaryCasesOn,
  type StatedBoundaryCase,
} from '../../../generators/values/boundaryCases.ts';
import { memoized } from '../../../oracles/core/memoize.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { CaseStep } from '../cases/fuzzCase.ts';
import { attempt, type ReferenceSources, References, UnresolvedReference } from '../cases/references.ts';
import { readBack } from './confirmRequest.ts';
import { type RequestModel, type RequestPart, requestModel } from './requestModel.ts';

/** A boundary case of a keyword in the requests of an operation: `GET /v1/orders query size: type out`. */
export interface RequestBoundaryCase {
  name: string;
  /** Whether it is about a parameter or about the body. */
  of: 'parameter' | 'body';
  /** Why no request can reach the boundary case. */
  cannot?: string;
}

/** The boundary cases of a contract, with a lookup for a request. */
export interface BoundaryCaseIndex {
  /** All boundary cases of the documented operations, always the same ones. */
  all: readonly RequestBoundaryCase[];
  /**
   * Returns the boundary cases that a request reaches. A valid request can reach several; a request that breaks exactly one constraint reaches only the
   * boundary case that it violates. Empty if this is not clear.
   */
  of(step: CaseStep): readonly string[];
}

const nameOf = ({ operation }: RequestModel, { name }: RequestPart, { place, keyword, side }: BoundaryCase) =>
  `${operation.key} ${name}${place}: ${keyword} ${side}`;

const required = (side: 'in' | 'out'): StatedBoundaryCase => ({
  place: '',
  keyword: 'required',
  side,
  kinds: new Set(),
});

const isText = ({ kinds }: StatedBoundaryCase) => kinds.has('string') || kinds.has('array');

/** Returns why no request can violate a constraint: a parameter is always one text or several, and a path without its parameter is another path. */
function impossible({ parameter }: RequestPart, stated: StatedBoundaryCase): string | undefined {
  const { keyword, side } = stated;
  if (!parameter || side !== 'out') return undefined;
  if (keyword === 'required' && parameter.in === 'path') return 'without it the path is that of something else';
  return keyword === 'type' && isText(stated) ? `in a ${parameter.in} everything is a text` : undefined;
}

/** Returns all boundary cases of the requests of an operation. */
function boundaryCasesFor(subject: RequestModel): RequestBoundaryCase[] {
  const { document } = subject.contract;
  return subject.parts.flatMap((part) => {
    const presence = part.isRequired ? [required('in'), required('out')] : [];
    return [...presence, ...boundaryCasesOf(document, part.schema)].map((stated): RequestBoundaryCase => {
      const cannot = impossible(part, stated);
      const of = part.parameter ? 'parameter' : 'body';
      return { name: nameOf(subject, part, stated), of, ...(cannot !== undefined && { cannot }) };
    });
  });
}

/** Returns the boundary cases that one part of a request reaches or violates. */
function lyingOf(subject: RequestModel, part: RequestPart, step: CaseStep): BoundaryPosition {
  const read = readBack(subject, part, step);
  if ('fault' in read) return { reached: [], violated: [], isValid: false };
  if ('absent' in read)
    return { reached: [], violated: part.isRequired ? [required('out')] : [], isValid: !part.isRequired };
  const lying = boundaryCasesOn(subject.contract.document, part.schema, read.value);
  return part.isRequired ? { ...lying, reached: [required('in'), ...lying.reached] } : lying;
}

/**
 * Returns the boundary cases that a request of an operation reaches. A request with two defects reaches no boundary case, since each defect may be the reason
 * for a refusal.
 */
function lyingOn(subject: RequestModel, step: CaseStep): string[] {
  const all = subject.parts.map((part) => ({ part, lying: lyingOf(subject, part, step) }));
  const named = (which: 'reached' | 'violated') =>
    all.flatMap(({ part, lying }) => lying[which].map((one) => nameOf(subject, part, one)));
  const invalid = all.filter(({ lying }) => !lying.isValid);
  if (invalid.length === 0) return named('reached');
  const broken = named('violated');
  return invalid.length === 1 && broken.length === 1 ? broken : [];
}

/** The sources of references of a step on its own, which cannot use the answer to another step. */
const noAnswers: ReferenceSources = { freshKey: () => 'an-id-of-its-own', answerTo: () => undefined };

/** Returns the boundary cases in the requests of a contract; built once for each contract. */
export const boundaryCaseIndex = memoized((contract: Contract): BoundaryCaseIndex => {
  const documented = contract.operations.filter(({ optional }) => !optional);
  const subjects = new Map(documented.map((one) => [one.key, requestModel(contract, one)]));
  return {
    all: [...subjects.values()].flatMap(boundaryCasesFor),
    of: (step) => {
      const sent = attempt(() => new References(noAnswers).filled(step));
      const { fault, signing, isLever: isControlAction } = step;
      if (sent instanceof UnresolvedReference || fault !== undefined || signing === 'none' || isControlAction)
        return [];
      const operation = contract.operationOf(sent.method, sent.path);
      const subject = operation && subjects.get(operation.key);
      return subject ? lyingOn(subject, sent) : [];
    },
  };
});
