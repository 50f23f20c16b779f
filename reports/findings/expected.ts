import type { CaseClaim } from '../../fuzzer/case.ts';
import type { Found } from '../../fuzzer/findings/finding.ts';

/** What a sound target answers: a client error, no server error, a success, or anything but what was seen. */
export type Expected = 'refused' | 'uncrashed' | 'accepted' | 'unlike';

/** What is expected of a finding's answers, of which, counted from 1, and under which twin it says anything. */
export interface Expectation {
  expected: Expected;
  step: number;
  twin?: number;
  /** The oracle that judges it; none where its label alone does. */
  oracle?: string;
}

const refusing: ReadonlySet<string> = new Set(['refused', 'rejected']);

const accepting: ReadonlySet<string> = new Set(['accepted', 'acceptedLike', 'answersJson', 'letsIn']);

const numberOf = (args: CaseClaim['args'], name: string): number | undefined => {
  const value = typeof args === 'object' && args !== null && !Array.isArray(args) ? args[name] : undefined;
  return typeof value === 'string' && /^#[1-9]\d{0,3}$/.test(value) ? Number(value.slice(1)) : undefined;
};

function kindOf({ outcome, case: { label } }: Found, oracle: string | undefined): Expected {
  if (outcome === 'crashed') return 'uncrashed';
  const isRefusal = oracle === undefined ? label.is === 'invalid' : refusing.has(oracle);
  const isAcceptance = oracle === undefined ? label.is === 'valid' : accepting.has(oracle);
  if (isRefusal && outcome === 'accepted') return 'refused';
  return isAcceptance && outcome === 'refused' ? 'accepted' : 'unlike';
}

/** What a sound target answers to the case of a finding. */
export function expectationOf(found: Found): Expectation {
  const { steps, claims = [] } = found.case;
  const claim = claims.find(({ requirement }) => requirement === found.requirement);
  const within = (step: number | undefined) => (step !== undefined && step <= steps.length ? step : undefined);
  const step = within(claim && numberOf(claim.args, 'exchange')) ?? steps.length;
  const twin = within(claim && (numberOf(claim.args, 'control') ?? numberOf(claim.args, 'twin')));
  return {
    expected: kindOf(found, claim?.oracle),
    step,
    ...(twin !== undefined && { twin }),
    ...(claim && { oracle: claim.oracle }),
  };
}

/** What is expected, in words. */
export const expectedWords: Readonly<Record<Expected, string>> = {
  refused: 'a client error, status 4xx',
  uncrashed: 'no server error, a status below 500',
  accepted: 'a success, status 2xx',
  unlike: 'another answer than the one that was seen',
};
