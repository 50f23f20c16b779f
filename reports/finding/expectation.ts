import type { CaseAssertion } from '../../fuzzer/engine/cases/fuzzCase.ts';
import { piecesOf } from '../../fuzzer/engine/cases/references.ts';
import type { Found, StoredExchange } from '../../fuzzer/engine/findings/finding.ts';
import {
  inconclusiveStatuses,
  notFoundStatuses,
  requestIndependentFaults,
} from '../../fuzzer/engine/judgement/inconclusiveStatuses.ts';

/**
 * The answer that a conforming target gives: a client error, no server error, a success, any answer, an answer without the secret, or an answer that differs
 * from the recorded one. `elsewhere` means that the fault does not show in one answer.
 */
export type Expected = 'refused' | 'uncrashed' | 'accepted' | 'answered' | 'discreet' | 'unlike' | 'elsewhere';

/**
 * The expectation for one answer of a finding: the number of its step, counted from 1, and the number of the control request that has to be accepted before the
 * answer is judged.
 */
export interface Expectation {
  expected: Expected;
  step: number;
  control?: number;
  /** The oracle that judges the answer; absent if only the label of the case judges it. */
  oracle?: string;
  /** Statuses of a refusal that do not show what was refused. */
  inconclusiveStatuses: readonly number[];
}

const refusing: ReadonlySet<string> = new Set(['refused', 'rejected']);

const accepting: ReadonlySet<string> = new Set(['accepted', 'acceptedLike', 'answersJson', 'letsIn']);

const numberOf = (args: CaseAssertion['args'], name: string): number | undefined => {
  const value = typeof args === 'object' && args !== null && !Array.isArray(args) ? args[name] : undefined;
  return typeof value === 'string' && /^#[1-9]\d{0,3}$/.test(value) ? Number(value.slice(1)) : undefined;
};

/** Returns the exchange that shows a finding. */
export const showingExchange = ({ exchanges }: Found): StoredExchange | undefined =>
  exchanges.findLast(({ shows }) => shows) ?? exchanges.at(-1);

const bare = (path: string) => path.split('?', 1)[0];

/** True if the exchange that shows the finding may belong to a step; a later read may show it instead. */
function isOfStep(found: Found, step: number): boolean {
  const [seen, sent] = [showingExchange(found)?.request, found.case.steps[step - 1]];
  if (!seen || !sent) return true;
  const [texts, path] = [piecesOf(sent.path), seen.path];
  const isLike = texts.every((piece) => !('text' in piece) || path.includes(piece.text));
  const isSamePath = texts.length > 1 || bare(path) === bare(sent.path);
  return seen.method === sent.method && isLike && isSamePath;
}

/** Returns the status classes, by first digit, that are plainly acceptable for an answer that has to differ from the recorded one. */
export function acceptableStatusClasses(found: Found): readonly number[] {
  const { status = 0 } = showingExchange(found)?.answer ?? {};
  return requestIndependentFaults.get(found.code) ?? [1, 2, 3, 4, 5].filter((one) => one !== Math.floor(status / 100));
}

function kindOf(found: Found, step: number, oracle: string | undefined): Expected {
  const { code, outcome } = found;
  const { label } = found.case;
  if (!isOfStep(found, step)) return 'elsewhere';
  if (code === 'echoed') return 'discreet';
  if (requestIndependentFaults.has(code)) return 'unlike';
  if (outcome === 'crashed') return 'uncrashed';
  const isRefusal = oracle === undefined ? label.is === 'invalid' : refusing.has(oracle);
  const isAcceptance = oracle === undefined ? label.is === 'valid' : accepting.has(oracle);
  if (isRefusal && outcome === 'accepted') return 'refused';
  if (isAcceptance && outcome === 'refused') return 'accepted';
  return showingExchange(found)?.answer ? 'unlike' : 'answered';
}

/** Returns how a conforming target answers the case of a finding. */
export function expectationOf(found: Found): Expectation {
  const { steps, claims: assertions = [] } = found.case;
  const assertion = assertions.find(({ requirement }) => requirement === found.requirement);
  const within = (step: number | undefined) => (step !== undefined && step <= steps.length ? step : undefined);
  const step = within(assertion && numberOf(assertion.args, 'exchange')) ?? steps.length;
  const control = within(assertion && (numberOf(assertion.args, 'control') ?? numberOf(assertion.args, 'twin')));
  return {
    expected: kindOf(found, step, assertion?.oracle),
    step,
    ...(control !== undefined && { control }),
    ...(assertion && { oracle: assertion.oracle }),
    inconclusiveStatuses: assertion ? [] : [...inconclusiveStatuses(found.case), ...notFoundStatuses(found.case)],
  };
}

/** The expectations in words. */
export const expectationText: Readonly<Record<Expected, string>> = {
  refused: 'a client error, status 4xx',
  uncrashed: 'no server error, a status below 500',
  accepted: 'a success, status 2xx',
  answered: 'any answer at all, since none came',
  elsewhere: 'as it should, since a later read shows what is wrong',
  discreet: 'one that does not show the secret of the request',
  unlike: 'different from the recorded one; one answer may not show what is wrong',
};
