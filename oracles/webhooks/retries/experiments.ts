import { Delivery } from '../../../traffic/journal/delivery.ts';
import type { DeliveryPlan } from '../../../traffic/journal/deliveryPlan.ts';
import type { ExperimentLine } from '../../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import type { WebhookKind } from '../../../traffic/target/file/targetFile.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { type AnnouncementAttempts, announcementsIn } from '../received/attempts.ts';
import { originOfDelivery } from '../received/origins.ts';
import { outcomeMeant } from './answers.ts';

/** An experiment as the last of its lines tells it, and what its deliveries announce. */
export interface Experiment {
  line: ExperimentLine;
  announcements: readonly AnnouncementAttempts[];
  /** Its time is over and we listened all the while: what did not come by now never will. */
  isComplete: boolean;
}

/** The experiments that a record tells of, of this run and of earlier ones. */
const experimentsIn = memoizedByRecord((record): Experiment[] => {
  const last = new Map(record.webhooks.experiments.map((line) => [line.id, line]));
  return [...last.values()].map((line) => {
    const isAsked = ({ kind }: AnnouncementAttempts) => kind === line.webhook || kind === undefined;
    // What followed a redirect of ours is no attempt.
    const own = line.deliveries.filter(({ moved }) => !moved);
    const sets = announcementsIn(own.map(Delivery.of)).filter(isAsked);
    return { line, announcements: sets, isComplete: line.state === 'due' };
  });
});

/** The question that experiments answer: whose they are, of which kind, and how their deliveries are answered. */
export interface Question {
  requirement: string;
  webhook: WebhookKind;
  plan: DeliveryPlan;
}

/** What one experiment shows: that it is so, that it is not, or that it needs something more, which may yet come. */
export type ExperimentFinding = 'held' | { faults: readonly Fault[] } | { wanted: string };

/** The numbers of the deliveries of an experiment. */
const deliveriesIn = ({ line }: Experiment): string[] => line.deliveries.map(({ id }) => id);

function openFault(experiment: Experiment, wanted: string): Fault {
  const { line } = experiment;
  const exchanges = deliveriesIn(experiment).slice(-1);
  if (line.state === 'due') return { code: 'noEvidence', wanted, exchanges };
  if (line.state === 'void') return { code: 'voidExperiment', wanted, why: line.why ?? 'nobody listened', exchanges };
  const attempts = line.deliveries.length;
  return { code: 'openExperiment', wanted, since: line.openedAt, attempts, due: line.dueAt, exchanges };
}

const asks = ({ webhook, plan }: ExperimentLine, asked: Question) =>
  webhook === asked.webhook && JSON.stringify(plan) === JSON.stringify(asked.plan);

/**
 * True where an experiment of an earlier night is over whose question nobody asks tonight: cells take turns, and its time ends on another
 * day than it began. It answers what is asked tonight, where that is of the same sort; a run of every cell asks each question itself.
 */
function answersFor({ runs }: RunRecord, { line }: Experiment, asked: Question): boolean {
  const isEarlier =
    runs.length > 0 && runs.every(({ run, selection }) => run !== line.run && selection.profile !== 'full');
  return isEarlier && line.state !== 'open' && outcomeMeant(line.plan[0]) === outcomeMeant(asked.plan[0]);
}

/**
 * What all experiments on one question say together: broken by any that shows so, held where one that is told whole shows that, else
 * open for as long as one of them is.
 */
export function experimentResult(
  record: RunRecord,
  asked: Question,
  show: (one: Experiment) => ExperimentFinding,
): OracleResult {
  const own = experimentsIn(record).filter(
    (one) => one.line.requirement === asked.requirement && (asks(one.line, asked) || answersFor(record, one, asked)),
  );
  // The lines of experiments are written by the sweep.
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

/** Experiments whose deliveries always fail, each with what was caused for them. */
export const alwaysFailing = memoizedByRecord((record): (Experiment & { exchanges: readonly string[] })[] =>
  experimentsIn(record)
    .filter(
      ({ line, announcements }) =>
        line.plan.every((answer) => outcomeMeant(answer) === 'failure') && announcements.length > 0,
    )
    .map((one) => {
      const makers = one.line.deliveries.flatMap((line) => originOfDelivery(record, Delivery.of(line))?.id ?? []);
      return { ...one, exchanges: [...new Set([...deliveriesIn(one), ...makers])] };
    }),
);
