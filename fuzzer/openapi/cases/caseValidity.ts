import type { Operation } from '../../../schemas/document/operations.ts';
import { isSecured } from '../../../schemas/document/security.ts';
import { parseExact } from '../../../schemas/json/exact.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { CaseStep, FuzzCase, ViolatedConstraint } from '../../engine/cases/fuzzCase.ts';
import { holdsReference } from '../../engine/cases/references.ts';
import { labelProblem, statedDefect } from '../../engine/requests/confirmRequest.ts';
import { operationCases } from '../../engine/requests/requestCases.ts';
import { operationFor, type RequestModel, requestModel } from '../../engine/requests/requestModel.ts';
import { segmentsOf, withSegments } from './pathSegments.ts';
import { withSampleKeys } from './uniqueValues.ts';

/** Returns a step with valid values in place of the references in its path. */
function standing(step: CaseStep, base: CaseStep): CaseStep {
  const validSegments = segmentsOf(base.path);
  const segments = segmentsOf(step.path).map((text, at) => (holdsReference(text) ? (validSegments[at] ?? text) : text));
  return { ...step, path: withSegments(step.path, segments) };
}

const textOf = ({ body }: CaseStep): string => (body && 'text' in body ? body.text : '');

/** Checks for a request that breaks the protocol but no schema, by keyword. */
const ofProtocol: Readonly<Record<string, (subject: RequestModel, step: CaseStep, base: CaseStep) => boolean>> = {
  authentication: (subject, step) =>
    isSecured(subject.contract, subject.operation) && labelProblem(subject, step) === undefined,
  syntax: (subject, step, { body }) => {
    const isBroken = step.body !== undefined && (!('text' in step.body) || 'fault' in parseExact(textOf(step)));
    // An empty text counts as no body, which is wrong only if a body is required. Apart from its body the request must be valid.
    const isBody = textOf(step) !== '' || subject.operation.requestBody?.required === true;
    return isBroken && isBody && labelProblem(subject, { ...step, ...(body && { body }) }) === undefined;
  },
};

function isAsBroken(
  subject: RequestModel,
  { step, base }: { step: CaseStep; base: CaseStep },
  broken: ViolatedConstraint,
): boolean {
  const protocol = broken.schema === '' ? ofProtocol[broken.keyword] : undefined;
  if (protocol) return protocol(subject, step, base);
  const said = statedDefect(subject, step, broken);
  return said !== undefined && labelProblem(subject, step, said) === undefined;
}

/** True if the last step of a case still matches its label: valid, invalid in that one way, or an edge case of the same operation. */
export function matchesLabel(subject: RequestModel, base: CaseStep, { steps, label }: FuzzCase): boolean {
  const last = steps.at(-1);
  if (!last) return false;
  const step = standing(last, base);
  if (label.is === 'invalid') return isAsBroken(subject, { step, base }, label.broken);
  if (label.is === 'valid') return labelProblem(subject, step) === undefined;
  const found = subject.contract.operationOf(step.method, step.path);
  return found?.key === last.operation;
}

/** Returns a check that each request before the last one of a case is valid: a conforming service would refuse an invalid one, and the case would end there. */
export function arePrecedingStepsValid(contract: Contract): (one: FuzzCase) => boolean {
  const bases = new Map<Operation, CaseStep | undefined>();
  const baseOf = (subject: RequestModel) => {
    const { operation } = subject;
    if (!bases.has(operation)) bases.set(operation, operationCases(subject, unvaried)?.base);
    return bases.get(operation);
  };
  const isValid = (step: CaseStep) => {
    const operation = operationFor({ contract, step });
    const subject = operation && requestModel(contract, operation);
    if (!subject || step.signing === 'none') return false;
    const base = holdsReference(step.path) ? baseOf(subject) : step;
    return base !== undefined && labelProblem(subject, withSampleKeys(standing(step, base))) === undefined;
  };
  return ({ steps }) => steps.slice(0, -1).every(isValid);
}

/**
 * True if a case still matches its label under a contract: a contract that changed meanwhile may lack the operation, or the constraint that the case breaks.
 */
export function isValidByContract(contract: Contract, one: FuzzCase): boolean {
  const step = one.steps.at(-1);
  const operation = step && operationFor({ contract, step });
  if (!operation) return false;
  const subject = requestModel(contract, operation);
  const cases = operationCases(subject, unvaried);
  return cases !== undefined && matchesLabel(subject, cases.base, one) && arePrecedingStepsValid(contract)(one);
}

const unvaried = { seed: 0, random: 0, dropped: () => undefined };
