import type { CaseAssertion } from '../../fuzzer/engine/cases/fuzzCase.ts';
import { piecesOf } from '../../fuzzer/engine/cases/references.ts';
import type { Found, StoredExchange } from '../../fuzzer/engine/findings/finding.ts';
import {
  inconclusiveStatuses,
  notFoundStatuses,
  requestIndependentFaults,
} from '../../fuzzer/engine/judgement/inconclusiveStatuses.ts';

/** What a sound target answers: a client error, no server error, a success, any answer, one without our secret, anything but what was seen; or what is wrong shows elsewhere. */
export type Expected = 'refused' | 'uncrashed' | 'accepted' | 'answered' | 'discreet' | 'unlike' | 'elsewhere';

/** What is expected of a finding's answers, of which, counted from 1, and under which twin it says anything. */
export interface Expectation {
  expected: Expected;
  step: number;
  control?: number;
  /** The oracle that judges it; none where its label alone does. */
  oracle?: string;
  /** Statuses of a refusal that say nothing of what is wrong with it. */
  inconclusiveStatuses: readonly number[];
}

const refusing: ReadonlySet<string> = new Set(['refused', 'rejected']);

const accepting: ReadonlySet<string> = new Set(['accepted', 'acceptedLike', 'answersJson', 'letsIn']);

const numberOf = (args: CaseAssertion['args'], name: string): number | undefined => {
  const value = typeof args === 'object' && args !== null && !Array.isArray(args) ? args[name] : undefined;
  return typeof value === 'string' && /^#[1-9]\d{0,3}$/.test(value) ? Number(value.slice(1)) : undefined;
};

/** The exchange that shows a finding. */
export const showingExchange = ({ exchanges }: Found): StoredExchange | undefined =>
  exchanges.findLast(({ shows }) => shows) ?? exchanges.at(-1);

const bare = (path: string) => path.split('?', 1)[0];

/** True where the exchange that shows the finding may be that of a step: a law may be broken by a read that followed. */
function isOfStep(found: Found, step: number): boolean {
  const [seen, sent] = [showingExchange(found)?.request, found.case.steps[step - 1]];
  if (!seen || !sent) return true;
  const [texts, path] = [piecesOf(sent.path), seen.path];
  const isLike = texts.every((piece) => !('text' in piece) || path.includes(piece.text));
  const isWhole = texts.length > 1 || bare(path) === bare(sent.path);
  return seen.method === sent.method && isLike && isWhole;
}

/** The classes of statuses, by their first digits, that are plainly as wanted of an answer which is to be another than was seen. */
export function acceptableStatusClasses(found: Found): readonly number[] {
  const { status = 0 } = showingExchange(found)?.answer ?? {};
  return requestIndependentFaults.get(found.code) ?? [1, 2, 3, 4, 5].filter((one) => one !== Math.floor(status / 100));
}

function kindOf(found: Found, step: number, oracle: string | undefined): Expected {
  const {
    code,
    outcome,
    case: { label },
  } = found;
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

/** What a sound target answers to the case of a finding. */
export function expectationOf(found: Found): Expectation {
  const { steps, claims = [] } = found.case;
  const claim = claims.find(({ requirement }) => requirement === found.requirement);
  const within = (step: number | undefined) => (step !== undefined && step <= steps.length ? step : undefined);
  const step = within(claim && numberOf(claim.args, 'exchange')) ?? steps.length;
  const twin = within(claim && (numberOf(claim.args, 'control') ?? numberOf(claim.args, 'twin')));
  return {
    expected: kindOf(found, step, claim?.oracle),
    step,
    ...(twin !== undefined && { control: twin }),
    ...(claim && { oracle: claim.oracle }),
    inconclusiveStatuses: claim ? [] : [...inconclusiveStatuses(found.case), ...notFoundStatuses(found.case)],
  };
}

/** What is expected, in words. */
export const expectationText: Readonly<Record<Expected, string>> = {
  refused: 'a client error, status 4xx',
  uncrashed: 'no server error, a status below 500',
  accepted: 'a success, status 2xx',
  answered: 'any answer at all, for none came',
  elsewhere: 'as it should, for what is wrong shows in a read that followed it',
  discreet: 'one that does not show our secret',
  unlike: 'another answer than the one that was seen',
};
