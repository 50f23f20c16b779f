import type { Spent } from '../../engine/budget/requestMeter.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { evidenceOf } from '../../engine/findings/buildFinding.ts';
import { inconclusiveStatuses, notFoundStatuses } from '../../engine/judgement/inconclusiveStatuses.ts';
import { openApiRequirement } from '../../engine/judgement/openApiRequirements.ts';
import { confirmCrash, crashCode } from '../../engine/replay/crashDetection.ts';
import {
  type SoughtViolation,
  type TrialResult,
  type TrialSender,
  unknownOutcomeWords,
} from '../../engine/replay/trial.ts';
import { isLostWrite } from '../judgement/faults.ts';
import { violationsOf } from '../judgement/violations.ts';
import type { TriedCase } from './caseExecutor.ts';
import type { OpenSession } from './session.ts';

/** Requirements about described answers: each status class is described separately. */
const ofKind = ['ANY-01', 'ANY-02', 'ANY-03'];

/** Requirements about refusals. If the resource is missing, the refusal has only this reason and decides nothing here. */
const ofRefusal = ['ANY-05', 'ANY-06'];

const isOneOf = (ids: readonly string[], requirement: string) => ids.some((id) => requirement.startsWith(id));

const kindOf = (status: number) => Math.floor(status / 100);

/** Returns why a fault may stay hidden in an answer with this status, if it showed under another status. */
function hiddenBy(status: number, one: FuzzCase, { requirement, status: seen = 0 }: SoughtViolation) {
  if (status === seen) return undefined;
  if (inconclusiveStatuses(one).includes(status)) return 'the caller is refused, unlike when it was found';
  if (isOneOf(ofKind, requirement) && kindOf(status) !== kindOf(seen)) return 'it showed in an answer of another kind';
  if (isOneOf(ofRefusal, requirement) && notFoundStatuses(one).includes(status))
    return 'the requested resource does not exist';
  return undefined;
}

/** Returns why a case that was sent to the end could not have shown the violation; undefined if it could. */
function undecidedBy(one: FuzzCase, sought: SoughtViolation, { results, exchange }: TriedCase): string | undefined {
  const isDecided = results.some(
    ({ requirement, result }) => requirement === sought.requirement && result.state !== 'undecided',
  );
  const why = exchange.status === undefined ? undefined : hiddenBy(exchange.status, one, sought);
  if (why !== undefined) return `its answer is ${exchange.seen}: ${why}`;
  return isDecided ? undefined : `its requirement was not decided by ${exchange.seen}`;
}

const ledNowhere = 'an answer lacks the value that a later request needs';

const silent = (spent: Spent, broken: string): TrialResult => ({
  shown: false,
  isDecided: false,
  isLate: false,
  spent,
  incompleteBecause: broken,
});

/** Sends cases of findings on any API again, each with fresh ids, and checks whether they violate a requirement. */
export class OpenApiFindingTrials implements TrialSender {
  readonly #opened: OpenSession;

  constructor(opened: OpenSession) {
    this.#opened = opened;
  }

  /** Sends a case once; a case that could not have shown the violation says why. */
  async send(one: FuzzCase, sought: SoughtViolation): Promise<TrialResult> {
    const opened = this.#opened;
    opened.renew();
    const send = () => this.#send(one, sought);
    if (sought.code !== crashCode) return send();
    return confirmCrash(openApiRequirement('ANY-04'), one, { look: () => opened.look(), send });
  }

  async #send(one: FuzzCase, sought: SoughtViolation): Promise<TrialResult> {
    const opened = this.#opened;
    const { posts, gets } = opened.spent;
    const tried = await opened.executor.execute(one);
    const spent = { posts: opened.spent.posts - posts, gets: opened.spent.gets - gets };
    const lost = opened.record.exchanges.find(isLostWrite);
    const unknownOutcome = lost && { doubtfulBecause: unknownOutcomeWords(lost) };
    if (!tried) return { ...silent(spent, unknownOutcome?.doubtfulBecause ?? ledNowhere), ...unknownOutcome };
    const shownViolation = tried.results
      .flatMap(violationsOf)
      .find(
        ({ requirement, code }) =>
          requirement.id === sought.requirement && (sought.code === undefined || code === sought.code),
      );
    if (shownViolation) {
      const showing = evidenceOf(shownViolation, tried.exchanges, opened.record);
      return {
        shown: true,
        isDecided: true,
        isLate: false,
        violation: shownViolation,
        showing,
        spent,
        ...unknownOutcome,
      };
    }
    const broken = undecidedBy(one, sought, tried);
    if (broken === undefined) return { shown: false, isDecided: true, isLate: false, spent, ...unknownOutcome };
    return { ...silent(spent, unknownOutcome?.doubtfulBecause ?? broken), ...unknownOutcome };
  }
}
