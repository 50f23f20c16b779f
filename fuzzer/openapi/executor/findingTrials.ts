import { requestCountOf } from '../../engine/budget/requestMeter.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { inconclusiveStatuses, notFoundStatuses } from '../../engine/judgement/inconclusiveStatuses.ts';
import { openApiRequirement } from '../../engine/judgement/openApiRequirements.ts';
import type { SentTrial, SoughtViolation } from '../../engine/replay/trial.ts';
import { Trials } from '../../engine/replay/trials.ts';
import { isLostWrite } from '../judgement/faults.ts';
import { violationsOf } from '../judgement/oracles.ts';
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

/** Sends cases of findings on any API again, each with fresh ids, and checks whether they violate a requirement. */
export class OpenApiFindingTrials extends Trials {
  protected readonly requirementOf = openApiRequirement;
  readonly #opened: OpenSession;

  constructor(opened: OpenSession) {
    super();
    this.#opened = opened;
  }

  protected look(): Promise<unknown> {
    return this.#opened.look();
  }

  protected async sent(one: FuzzCase, sought: SoughtViolation): Promise<SentTrial> {
    const opened = this.#opened;
    opened.renew();
    const { record } = opened;
    const tried = await opened.executor.execute(one);
    const violation = tried?.results
      .flatMap(violationsOf)
      .find(({ requirement, code }) => requirement.id === sought.requirement && code === (sought.code ?? code));
    const incompleteBecause = violation ? undefined : tried ? undecidedBy(one, sought, tried) : ledNowhere;
    return {
      violation,
      isDecided: incompleteBecause === undefined,
      isLate: false,
      spent: requestCountOf(record.exchanges.map(({ line }) => line.request.method)),
      incompleteBecause,
      steps: tried?.exchanges ?? [],
      record,
      doubtful: record.exchanges.find(isLostWrite),
    };
  }
}
