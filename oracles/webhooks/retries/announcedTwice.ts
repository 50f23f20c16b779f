import { checkoutLifecycle, paymentLifecycle, requestLifecycle } from '../../../schemas/domain/lifecycles.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { type AnnouncementAttempts, nameOf, roundMs, roundsOf } from '../received/attempts.ts';
import type { Experiment } from './experiments.ts';
import { conclusiveRounds } from './schedule.ts';

/** The statuses of each kind by their stages; the first stage, in which a record is created, need not be announced. */
const stagesOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  payment: paymentLifecycle.stages,
  checkout: checkoutLifecycle.stages,
  request: requestLifecycle.stages,
  staticAddressPayment: [[], ['PENDING'], ['FAILED', 'SUCCESS']],
};

/** True if no webhook told the stage before: a body may show the record as it is when it is sent, so that two transitions were told alike. */
function mayTellTwo({ kind, id, status }: AnnouncementAttempts, all: readonly AnnouncementAttempts[]): boolean {
  const stages = stagesOf[kind ?? ''] ?? [];
  const at = stages.findIndex((stage) => stage.includes(status));
  return at > 1 && !all.some((one) => one.id === id && stages[at - 1]?.includes(one.status));
}

/** Reports a schedule in which every round has two attempts: the change was announced as two events, not as one with copies (LIF-03, WHK-10). */
export function announcedTwice({ announcements }: Pick<Experiment, 'announcements'>): Fault[] {
  return announcements.flatMap((set): Fault[] => {
    const rounds = roundsOf(set.attempts, roundMs);
    if (
      set.isAmbiguous ||
      mayTellTwo(set, announcements) ||
      rounds.length < conclusiveRounds ||
      rounds.some((round) => round.length < 2)
    )
      return [];
    const seen = `at least 2 in each of ${rounds.length} rounds`;
    const what = `attempts of ${nameOf(set)}`;
    return [
      { code: 'differs', what, wanted: 'retries of one webhook', seen, exchanges: set.attempts.map(({ id }) => id) },
    ];
  });
}
