import type { Requirement } from '../../../traffic/requirements/requirement.ts';
import { Unreachable } from '../../../traffic/transport/client.ts';
import { postsOf } from '../budget/requestMeter.ts';
import type { FuzzCase } from '../cases/fuzzCase.ts';
import type { Finding } from '../findings/finding.ts';
import type { ShownFindings, Violation } from '../judgement/violation.ts';
import type { TrialResult } from './trial.ts';

/** The fault code of a target that stopped answering. */
export const crashCode = 'gone';

/** Why nothing more can be sent to a target that stopped answering after a known finding. */
export const crashWords = ({ fingerprint, operation }: Pick<Finding, 'fingerprint' | 'operation'>): string =>
  `it stopped answering after a known finding was sent again, ${fingerprint} at ${operation}`;

/**
 * Returns the violation of a case after which the target stopped answering. The first time the outcome is a warning, since it may be chance; the second time it
 * is a failure.
 */
export function crashViolation(
  requirement: Requirement,
  { outcome, exchanges }: Pick<Violation, 'outcome' | 'exchanges'>,
): Violation {
  const wanted = 'an answer, to this and to what is asked after it';
  return { requirement, outcome, code: crashCode, wanted, seen: 'none, and none since', exchanges };
}

/** True if the target stopped answering again after a finding that had stopped it before. */
export const crashedAgain = (shown: ShownFindings, findings: readonly Finding[]): boolean =>
  findings.some(({ fingerprint, code }) => code === crashCode && shown[fingerprint] === 'fail');

/** The requests that check a case after which a target stopped answering: a request that any target answers, and the case itself. */
interface Ending {
  look(): Promise<unknown>;
  send(): Promise<TrialResult>;
}

/**
 * Sends again the case after which the target stopped answering. The case shows the violation if the target answers before the case and not after it. Throws
 * Unreachable if the target does not answer before the case.
 */
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
