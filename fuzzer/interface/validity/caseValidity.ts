import { stringify } from 'lossless-json';
import { type Exact, isExactNumber, isObject, parseExact, toPlain } from '../../../schemas/json/exact.ts';
import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import { valueAt } from '../../../schemas/json/pointer.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { stepsNamedBy } from '../../engine/cases/caseAssertions.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { piecesOf, requiredSteps } from '../../engine/cases/references.ts';
import { subjectStepAt } from '../../engine/cases/stepGroups.ts';
import { labelProblem } from '../../engine/requests/confirmRequest.ts';
import { requestModel } from '../../engine/requests/requestModel.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import { hasTargetLists, targetListFaults } from './targetListFaults.ts';

/** What cases are checked against: the target's own lists, and its contract. */
export interface ValiditySources {
  known: TargetInventory;
  contract: Contract;
}

/** The length of an id that is made at sending, in characters. */
const keyCharacters = 40;

/** Returns a text as it may be sent: each reference is replaced with a sample value of its kind. */
function withSampleValues(text: string): string {
  const written = piecesOf(text).map((piece) => {
    if ('text' in piece) return piece.text;
    if ('key' in piece) return 'k'.repeat(Math.max(keyCharacters, piece.length));
    return 'after' in piece ? '2026-12-01T00:00:00Z' : 'value-1';
  });
  return written.join('');
}

const textOf = ({ body }: CaseStep): string => (body && 'text' in body ? body.text : '');

function bodyOf(step: CaseStep): Plain | undefined {
  const parsed = parseExact(textOf(step));
  return 'value' in parsed && parsed.duplicates.length === 0 ? toPlain(parsed.value) : undefined;
}

function memberOf(step: CaseStep, name: string): Plain | undefined {
  const body = bodyOf(step);
  return isPlainObject(body) && Object.hasOwn(body, name) ? body[name] : undefined;
}

/** Returns the faults of a request by the schemas. */
function schemaFaults({ contract }: ValiditySources, step: CaseStep): string[] {
  const operation = contract.operations.find(({ key }) => key === step.operation);
  if (!operation) return [];
  if (step.body && 'text' in step.body && operation.requestBody) {
    const parsed = parseExact(step.body.text);
    if (!('value' in parsed) || parsed.duplicates.length > 0) return ['syntax'];
    const faults = contract.validateBody(operation, toPlain(parsed.value));
    return faults.map(({ keyword, path, params }) => JSON.stringify([keyword, path, params]));
  }
  const problem = labelProblem(requestModel(contract, operation), step);
  return problem === undefined ? [] : [problem];
}

/** Returns all faults of a step: by the schemas, by the target's lists, and by the ids of the steps before it. */
function faultsOf(readers: ValiditySources, { steps }: FuzzCase, at: number): ReadonlySet<string> {
  const step = steps[at] as CaseStep;
  const { operation = '', path, body } = step;
  const sent = {
    ...step,
    path: withSampleValues(path),
    ...(body && 'text' in body && { body: { ...body, text: withSampleValues(body.text) } }),
  };
  const listed = targetListFaults(readers.known, operation, textOf(sent));
  const id = memberOf(step, 'clientOrderId');
  const isUsed = steps
    .slice(0, at)
    .some((other) => id !== undefined && other.operation === operation && memberOf(other, 'clientOrderId') === id);
  return new Set([
    ...schemaFaults(readers, sent),
    ...listed.map(({ keyword, place }) => `${keyword} ${place}`),
    ...(isUsed ? ['unique'] : []),
  ]);
}

/** Removes the step numbers from references. */
const unplaced = (text: string) => text.replaceAll(/\{\{[1-9]\d?\//g, '{{#/');

/** Returns the references to fresh ids and to values of earlier answers in the body of a step. */
function madeAnew(step: CaseStep): string[] {
  const pieces = piecesOf(textOf(step)).filter((piece) => !('text' in piece));
  return pieces.map((piece) => JSON.stringify({ ...piece, ...('step' in piece && { step: 0 }) }));
}

/** Returns the identity of a step regardless of its values. Control requests and control actions are identified by their exact content. */
function natureOf(step: CaseStep): string {
  const { race: _, path, headers, body, ...rest } = step;
  const isFixed = step.twin !== undefined || step.isLever === true;
  const [bare = ''] = path.split('?');
  const values = isFixed ? { path, headers, body } : { path: bare, type: body?.type, made: madeAnew(step) };
  return unplaced(JSON.stringify({ ...rest, ...values }));
}

/** Returns the place of each step in the case that it was shrunk from; undefined if a step has none. */
function placesIn(original: FuzzCase, one: FuzzCase): number[] | undefined {
  const natures = original.steps.map(natureOf);
  const places: number[] = [];
  let before = natures.length;
  for (const step of one.steps.toReversed()) {
    const nature = natureOf(step);
    before = natures.findLastIndex((other, at) => at < before && other === nature);
    if (before < 0) return undefined;
    places.unshift(before);
  }
  return places;
}

/** Returns the content at the place of a defect, or everything outside the body if the place is not in the body. */
function placedIn(step: CaseStep | undefined, place: string): string {
  const [part = '', ...within] = place.split('/');
  if (!step) return '';
  if (part !== 'body') return unplaced(JSON.stringify([step.path, step.headers, step.signing, step.fault]));
  const body = bodyOf(step);
  if (body === undefined || !isPlainObject(body)) return unplaced(textOf(step));
  if (within.length === 0) return '';
  return unplaced(JSON.stringify(valueAt(body, `/${within.join('/')}`)) ?? 'nothing');
}

const isEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((word) => other.has(word));

/** Oracles that judge only the answer to a request of some kind. Other values in the request do not affect their assertions. */
const ofAnyValue: ReadonlySet<string> = new Set([
  ...['accepted', 'acceptedLike', 'answersCard', 'answersJson', 'answersPayment', 'answersSafely', 'answersWith'],
  ...['halfPriceIs', 'hasPayUrl', 'oneOrder', 'payUrlIs', 'refused', 'rejected', 'survives'],
]);

/** Free texts that the merchant chooses. Any text that is not empty is allowed. */
const ownTexts = /^(?:comment|name|description|(?:first|last|receiver)Name)$/;

/** Members that do not affect any value that is asserted. */
const asideOf = /^(?:comment|name|description|(?:first|last|receiver)Name|email|phoneNumber|.*Url)$/;

function membersOf(step: CaseStep): ReadonlyMap<string, Exact> | undefined {
  const parsed = parseExact(textOf(step));
  return 'value' in parsed && isObject(parsed.value) ? new Map(Object.entries(parsed.value)) : undefined;
}

const written = (value: Exact | undefined) => (value === undefined ? '' : unplaced(stringify(value) ?? ''));

/** True if a member has a value that the lists and the text are known to allow. */
function isTame(name: string, value: Exact, { operation = '' }: CaseStep): boolean {
  if (ownTexts.test(name)) return typeof value === 'string' && /^[ -~]*[!-~][ -~]*$/.test(value);
  return name === 'amount' && hasTargetLists(operation) && isExactNumber(value);
}

/**
 * How much of a request must stay for the assertions of its case: nothing if only trace checks apply ('none'), what no list confirms as valid ('sound'), or
 * everything that may enter a calculation ('reckoned').
 */
type Bond = 'none' | 'sound' | 'reckoned';

function bondOf({ claims: assertions = [] }: FuzzCase): Bond {
  if (assertions.length === 0) return 'none';
  return assertions.every(({ oracle }) => ofAnyValue.has(oracle)) ? 'sound' : 'reckoned';
}

/** True if the members of a body are unchanged, or were changed and omitted only in ways that are known to have no effect. */
function isModest(step: CaseStep, was: CaseStep, bond: Bond): boolean {
  const [now, before] = [membersOf(step), membersOf(was)];
  if (!now || !before) return unplaced(textOf(step)) === unplaced(textOf(was));
  const isBound = bond === 'reckoned' || (bond === 'sound' && !hasTargetLists(step.operation ?? ''));
  return [...before].every(([name, value]) => {
    const left = now.get(name);
    if (left === undefined) return !isBound || asideOf.test(name);
    const mayChange = bond !== 'reckoned' || name !== 'amount';
    return written(left) === written(value) || (mayChange && isTame(name, left, step));
  });
}

/** True if a smaller step is known to be as valid as before, and the assertions of its case still apply. */
function isAlike(step: CaseStep, was: CaseStep, { bond, isNamed }: { bond: Bond; isNamed: boolean }): boolean {
  if (step.method !== 'GET') return isModest(step, was, bond);
  return (bond !== 'reckoned' && !isNamed) || unplaced(step.path) === unplaced(was.path);
}

function resolves({ steps, claims: assertions = [] }: FuzzCase): boolean {
  const isSent = (step: number) => steps[step - 1] !== undefined && !steps[step - 1]?.isLever;
  const areSteps = steps.every((step, at) =>
    [...requiredSteps(step)].every((needed) => needed <= at && isSent(needed)),
  );
  return areSteps && assertions.every((assertion) => [...stepsNamedBy(assertion)].every(isSent));
}

/** Makes a check whether the cases that are shrunk from the original case still match its label. In doubt, the check says that they do not. */
export function caseValidity(readers: ValiditySources, original: FuzzCase): (one: FuzzCase) => boolean {
  const known = original.steps.map((_, at) => faultsOf(readers, original, at));
  const broken = subjectStepAt(original.steps);
  const { label } = original;
  const place = label.is === 'invalid' ? label.broken.place : undefined;
  const isDefect = (one: FuzzCase, places: readonly number[]) => {
    if (place === undefined) return true;
    const at = subjectStepAt(one.steps);
    const isHere = placedIn(one.steps[at], place) === placedIn(original.steps[broken], place);
    return places[at] === broken && isHere && isEqual(faultsOf(readers, one, at), known[broken] ?? new Set());
  };
  return (one) => {
    const places = placesIn(original, one);
    if (!places || !resolves(one) || !isDefect(one, places)) return false;
    const bond = bondOf(one);
    const named = new Set((one.claims ?? []).flatMap((assertion) => [...stepsNamedBy(assertion)]));
    return one.steps.every((step, at) => {
      const from = places[at] as number;
      const hasNoNewFault = [...faultsOf(readers, one, at)].every((fault) => known[from]?.has(fault));
      // An edge case may have any content, since the target only has to survive it.
      const isFree = label.is === 'odd' && bond !== 'reckoned' && at === subjectStepAt(one.steps);
      const was = original.steps[from] as CaseStep;
      return hasNoNewFault && (isFree || isAlike(step, was, { bond, isNamed: named.has(at + 1) }));
    });
  };
}
