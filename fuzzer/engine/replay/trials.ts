import type { Requirement } from '../../../traffic/requirements/requirement.ts';
import type { FuzzCase } from '../cases/fuzzCase.ts';
import { evidenceOf } from '../findings/buildFinding.ts';
import { confirmCrash, crashCode } from './crashDetection.ts';
import type { SentTrial, SoughtViolation, TrialOptions, TrialResult, TrialSender } from './trial.ts';

/** Returns the result of a sent case. */
function resultOf({ steps, record, doubtful, ...seen }: SentTrial): TrialResult {
  const { violation, incompleteBecause } = seen;
  const doubtfulBecause =
    doubtful && `nobody knows what became of ${doubtful.request} (${doubtful.seen}): it is not sent again`;
  return {
    ...seen,
    shown: violation !== undefined,
    showing: violation && evidenceOf(violation, steps, record),
    incompleteBecause: doubtfulBecause ?? incompleteBecause,
    doubtfulBecause,
  };
}

/** Sends cases on their own. A kind of campaign says how a case is sent and judged. */
export abstract class Trials implements TrialSender {
  /** Returns the requirement of an id. */
  protected abstract requirementOf(id: string): Requirement;
  /** Sends a request that any target answers. */
  protected abstract look(): Promise<unknown>;
  /** Sends a case and judges it. */
  protected abstract sent(one: FuzzCase, sought: SoughtViolation, options: TrialOptions): Promise<SentTrial>;

  /** Sends a case once; a case that could not have shown the violation says why. */
  async send(one: FuzzCase, sought: SoughtViolation, options: TrialOptions = {}): Promise<TrialResult> {
    const send = async () => resultOf(await this.sent(one, sought, options));
    if (sought.code !== crashCode) return send();
    return confirmCrash(this.requirementOf(sought.requirement), one, { look: () => this.look(), send });
  }
}
