import type { WebhookKind } from '../../../schemas/domain/webhookKinds.ts';
import { Delivery } from '../../../traffic/journal/delivery.ts';
import type { DeliveryPlan } from '../../../traffic/journal/deliveryPlan.ts';
import type { ExperimentLine } from '../../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { outcomeMeant } from '../received/answers.ts';
import { type AnnouncementAttempts, announcementsIn } from '../received/attempts.ts';

/** An experiment as its last line describes it, with the announcements in its deliveries. */
export interface Experiment {
  line: ExperimentLine;
  announcements: readonly AnnouncementAttempts[];
  /** True if the time of the experiment is over and the suite listened the whole time. A delivery that has not come by then never will. */
  isComplete: boolean;
}

/** Returns the experiments in a run record, of this run and of earlier ones. */
const experimentsIn = memoizedByRecord((record): Experiment[] => {
  const last = new Map(record.webhooks.experiments.map((line) => [line.id, line]));
  return [...last.values()].map((line) => {
    const isAsked = ({ kind }: AnnouncementAttempts) => kind === line.webhook || kind === undefined;
    // A request that followed a redirect is not an attempt.
    const own = line.deliveries.filter(({ moved }) => !moved);
    const sets = announcementsIn(own.map(Delivery.of)).filter(isAsked);
    return { line, announcements: sets, isComplete: line.state === 'due' };
  });
});

/** The question that experiments answer: the requirement, the kind of webhook, and the planned answers to its deliveries. */
export interface Question {
  requirement: string;
  webhook: WebhookKind;
  plan: DeliveryPlan;
}

/** The finding of one experiment: the requirement holds, or is violated, or something is still missing. */
export type ExperimentFinding = 'held' | { faults: readonly Fault[] } | { wanted: string };

/** Returns the ids of the deliveries of an experiment. */
const deliveriesIn = ({ line }: Experiment): string[] => line.deliveries.map(({ id }) => id);

function openFault(experiment: Experiment, wanted: string): Fault {
  const { line } = experiment;
  const exchanges = deliveriesIn(experiment).slice(-1);
  if (line.state === 'due') return { code: 'noEvidence', wanted, exchanges };
  if (line.state === 'void') return { code: 'voidExperiment', wanted, why: line.why ?? 'nobody listened', exchanges };
  const attempts = line.deliveries.length;
  return { code: 'openExperiment', wanted, since: line.openedAt, attempts, due: line.dueAt, exchanges };
}

const isSameQuestion = ({ webhook, plan }: ExperimentLine, asked: Question) =>
  webhook === asked.webhook && JSON.stringify(plan) === JSON.stringify(asked.plan);

/**
 * True if an experiment of an earlier run is over and also answers a question of this run. Runs test the combinations in turn, and an experiment may end on a
 * later day, so it is enough that its planned answer has the same meaning. A run of the full profile opens every experiment itself.
 */
function answersFor({ runs }: RunRecord, { line }: Experiment, asked: Question): boolean {
  const isEarlier =
    runs.length > 0 && runs.every(({ run, selection }) => run !== line.run && selection.profile !== 'full');
  return isEarlier && line.state !== 'open' && outcomeMeant(line.plan[0]) === outcomeMeant(asked.plan[0]);
}

/** Combines all experiments on one question: broken if one shows a violation, held if a complete one holds, else open as long as one is open. */
export function experimentResult(
  record: RunRecord,
  asked: Question,
  show: (one: Experiment) => ExperimentFinding,
): OracleResult {
  const own = experimentsIn(record).filter(
    (one) =>
      one.line.requirement === asked.requirement && (isSameQuestion(one.line, asked) || answersFor(record, one, asked)),
  );
  // The lines of experiments are written only at the final reads.
  if (own.length === 0 && record.live) return toResult([], []);
  const shown = own.map((one) => ({ one, says: show(one) }));
  const faults = shown.flatMap(({ says }) => (says !== 'held' && 'faults' in says ? says.faults : []));
  if (faults.length > 0) return toResult([], faults);
  const held = shown.filter(({ says }) => says === 'held');
  if (held.length > 0)
    return toResult(
      held.flatMap(({ one }) => deliveriesIn(one)),
      [],
    );
  const lacks = shown.flatMap(({ one, says }) =>
    says !== 'held' && 'wanted' in says ? [openFault(one, says.wanted)] : [],
  );
  const wanted = `an experiment on ${asked.webhook} webhooks`;
  return faultResult(lacks.find(({ code }) => code === 'openExperiment') ?? lacks[0] ?? lacking(wanted));
}

const lacking = (wanted: string): Fault => ({ code: 'noEvidence', wanted, exchanges: [] });
