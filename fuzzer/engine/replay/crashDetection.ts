import type { Requirement } from '../../../traffic/requirements/requirement.ts';
import { Unreachable } from '../../../traffic/transport/client.ts';
import { postsOf } from '../budget/requestMeter.ts';
import type { FuzzCase } from '../cases/fuzzCase.ts';
import type { Finding } from '../findings/finding.ts';
import type { ShownFindings, Violation } from '../judgement/violation.ts';
import type { TrialResult } from './trial.ts';

/** The code of what a target was gone after. */
export const crashCode = 'gone';

/** Why nothing more can be asked of a target that was gone after a known finding. */
export const crashWords = ({ fingerprint, operation }: Pick<Finding, 'fingerprint' | 'operation'>): string =>
  `it answers no more after a known finding was sent again, ${fingerprint} at ${operation}`;

/** What a case breaks after which nothing was answered any more. Once, that may be anybody's doing: it warns; it fails where it comes again. */
export function crashViolation(
  requirement: Requirement,
  { outcome, exchanges }: Pick<Violation, 'outcome' | 'exchanges'>,
): Violation {
  const wanted = 'an answer, to this and to what is asked after it';
  return { requirement, outcome, code: crashCode, wanted, seen: 'none, and none since', exchanges };
}

/** True where the target was gone again after a finding that it had been gone after before. */
export const crashedAgain = (shown: ShownFindings, findings: readonly Finding[]): boolean =>
  findings.some(({ fingerprint, code }) => code === crashCode && shown[fingerprint] === 'fail');

/** What sends a case that a target was gone after: something that any target answers, and the case. */
interface Ending {
  look(): Promise<unknown>;
  send(): Promise<TrialResult>;
}

/** Sends again what a target was gone after: it shows where the target answers before it and not after it. Throws Unreachable where the target is not there before. */
export async function confirmCrash(
  requirement: Requirement,
  one: FuzzCase,
  { look, send }: Ending,
): Promise<TrialResult> {
  await look();
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    const posts = postsOf(one);
    return {
      shown: true,
      isDecided: true,
      isLate: false,
      isGone: true,
      violation: crashViolation(requirement, { outcome: 'fail', exchanges: [] }),
      spent: { posts, gets: one.steps.length - posts },
    };
  }
}
