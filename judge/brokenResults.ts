import { hash } from 'node:crypto';
import { type Fault, sentence } from '../traffic/outcome/fault.ts';
import { normalised } from '../traffic/outcome/normalised.ts';
import type { Outcome } from '../traffic/outcome/outcome.ts';

/** One way in which a target breaks a requirement, in one of its combinations. */
export interface BrokenResult {
  /** Identifies the way, 16 hexadecimal digits: the same defect has the same on every night, whatever the values and the combination. */
  fingerprint: string;
  outcome: 'fail' | 'warn';
  code: string;
  wanted: string;
  seen: string;
  combination?: string;
  exchanges: readonly string[];
}

/** A result with its faults, as far as it matters here. */
interface Weighed {
  outcome: Outcome;
  faults: readonly Fault[];
  cell?: string;
}

/** Names that rotate with the combinations: currencies, methods, statuses, asset identifiers. */
const rotating = /\b[A-Z][A-Z0-9_]{1,}\b/g;

/** A field in an answer of an operation: which operation shows a wrong field first depends on the night. */
const fieldOfAnswer = /\b(?:GET|POST) \/\S*(?: \/\S*)?\/(\w+)(?=[ (]|$)/g;

/** Returns the fingerprint of a fault: it depends on the requirement, the code, and the sentence without what changes from night to night. */
function fingerprintOf(requirement: string, { code, wanted }: Pick<BrokenResult, 'code' | 'wanted'>): string {
  const words = normalised(wanted.replaceAll(fieldOfAnswer, '<answer>/$1').replaceAll(rotating, '<name>'));
  return hash('sha256', JSON.stringify([requirement, code, words])).slice(0, 16);
}

const isBroken = (outcome: Outcome): outcome is BrokenResult['outcome'] => outcome === 'fail' || outcome === 'warn';

/** A verdict lists at most this many broken results of one requirement. */
const most = 50;

/** Returns each way in which a requirement failed or warned, once for each combination. */
export function brokenResultsOf(requirement: string, weighed: readonly Weighed[]): BrokenResult[] {
  const all = weighed.flatMap(({ outcome, faults, cell }) =>
    isBroken(outcome)
      ? faults.map((fault): BrokenResult => {
          const { code, exchanges } = fault;
          const { wanted, seen } = sentence(fault);
          const fingerprint = fingerprintOf(requirement, { code, wanted });
          return { fingerprint, outcome, code, wanted, seen, ...(cell && { combination: cell }), exchanges };
        })
      : [],
  );
  const keyOf = ({ fingerprint, combination = '' }: BrokenResult) => `${fingerprint} ${combination}`;
  const first = all.filter((one, at) => all.findIndex((other) => keyOf(other) === keyOf(one)) === at);
  return first.slice(0, most);
}

/** Returns the combinations of which every result passed. */
export function heldIn(weighed: readonly Weighed[]): string[] {
  const cells = new Set(weighed.flatMap(({ cell }) => cell ?? []));
  const settled: ReadonlySet<Outcome> = new Set(['pass', 'learned', 'changed']);
  return [...cells].filter((name) => weighed.every(({ cell, outcome }) => cell !== name || settled.has(outcome)));
}
