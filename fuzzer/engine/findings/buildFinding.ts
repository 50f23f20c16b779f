import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { Body } from '../../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { stepsNamedBy } from '../cases/caseAssertions.ts';
import type { CaseLabel, FuzzCase } from '../cases/fuzzCase.ts';
import { requestIndependentFaults } from '../judgement/inconclusiveStatuses.ts';
import type { Violation } from '../judgement/violation.ts';
import { currentWording, type FindingEvidence, type Found, type StoredExchange } from './finding.ts';
import { fingerprintOf } from './fingerprint.ts';

/** The most characters of a body that a finding stores. */
const mostBodyCharacters = 8_192;

/** The most exchanges that a finding stores besides those of its case. */
const mostOthers = 12;

const textOf = ({ text, base64 = '' }: Body): string => (text ?? base64).slice(0, mostBodyCharacters);

/** Returns an exchange in the form that a finding stores. */
function storedExchangeOf({ line: { request, answer, failure } }: Exchange): StoredExchange {
  const { method, path, headers, body } = request;
  return {
    request: { method, path, headers, ...(body && { body: textOf(body) }) },
    ...(answer && { answer: { status: answer.status, headers: answer.headers, body: textOf(answer.body) } }),
    ...(failure && { failure: `${failure.code}: ${failure.message}` }),
  };
}

/** Returns the operation of the last step that shows the violation. If no step shows the violation on its own, returns the operation of the last step. */
function operationOf({ case: { steps }, steps: sent }: SentCase, shown: readonly string[]): string {
  const asked = steps
    .map((step, at) => ({ ...step, id: sent[at]?.id }))
    .filter(({ isLever: isControlAction }) => !isControlAction);
  const last = asked.findLast(({ id }) => id !== undefined && shown.includes(id)) ?? asked.at(-1);
  return last?.operation ?? `${last?.method} ${last?.path.split('?')[0]}`;
}

/** A case that was sent, and the exchange of each of its steps; undefined for a control action or a step that was not sent. */
export interface SentCase {
  case: FuzzCase;
  steps: readonly (Exchange | undefined)[];
}

/** Returns the place of the last step that shows a violation; undefined if an exchange outside the case shows it too, or if no exchange shows it. */
function lastShown({ steps }: SentCase, exchanges: readonly string[]): number | undefined {
  const places = exchanges.map((id) => steps.findIndex((step) => step?.id === id));
  return places.length === 0 || places.includes(-1) ? undefined : Math.max(...places);
}

/** The label of a case without a defect. */
const validLabel: CaseLabel = { is: 'valid', because: 'a sound request' };

/**
 * Cuts a case off after the step that shows the violation, if that step is a valid request before the invalid one. The defect of the invalid request then plays
 * no part.
 */
function untilShown(sent: SentCase, exchanges: readonly string[]): SentCase {
  const { steps, label, claims: assertions = [] } = sent.case;
  const at = lastShown(sent, exchanges);
  if (at === undefined || at === steps.length - 1 || label.is !== 'invalid') return sent;
  const [race, last] = [steps[at]?.race, steps.at(-1)?.race];
  if (race !== undefined && race === last) return sent;
  const remaining = assertions.filter((assertion) => [...stepsNamedBy(assertion)].every((step) => step <= at + 1));
  return {
    case: {
      steps: steps.slice(0, at + 1),
      label: validLabel,
      ...(remaining.length > 0 && { claims: remaining }),
    },
    steps: sent.steps.slice(0, at + 1),
  };
}

/** Returns what a case showed when it was sent: the exchanges of its steps, then any others that show the violation. */
export function evidenceOf(
  { wanted, seen, exchanges }: Pick<Violation, 'wanted' | 'seen' | 'exchanges'>,
  steps: SentCase['steps'],
  record: RunRecord,
): FindingEvidence {
  const evidence = exchanges.flatMap((id) => (record.has(id) ? [record.exchange(id)] : []));
  const own = steps.filter((step) => step !== undefined);
  const [shows, stands] = [evidence, own].map((all) => new Set(all.map(({ id }) => id)));
  const others = evidence.filter(({ id }) => !stands?.has(id)).slice(-mostOthers);
  const stored = [...own, ...others].map((one) => ({
    ...storedExchangeOf(one),
    ...(shows?.has(one.id) && { shows: true as const }),
  }));
  return { outcome: evidence.at(-1)?.class ?? 'none', wanted, seen, exchanges: stored };
}

/** Builds the finding for a violation, with the case that shows it. */
export function buildFinding(
  violation: Violation,
  complete: SentCase,
  { record, seed }: { record: RunRecord; seed: number },
): Found {
  const sent = untilShown(complete, violation.exchanges);
  const { case: one, steps } = sent;
  const { requirement, code } = violation;
  const operation = operationOf(sent, violation.exchanges);
  const showing = evidenceOf(violation, steps, record);
  const { outcome, wanted } = showing;
  const difference = `${code}: ${wanted}`;
  // A fault of the answer itself does not depend on what its request was meant to be.
  const label = requestIndependentFaults.has(code) ? validLabel : one.label;
  return {
    fingerprint: fingerprintOf({ requirement: requirement.id, operation, label, outcome, difference }),
    wording: currentWording,
    requirement: requirement.id,
    code,
    operation,
    ...showing,
    case: one,
    seed,
  };
}
