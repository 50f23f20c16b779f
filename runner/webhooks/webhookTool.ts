import type { AssertionLog } from '../../judge/assertionLog.ts';
import { isRegistrable, type WebhookKind } from '../../schemas/domain/webhookKinds.ts';
import { Delivery } from '../../traffic/journal/delivery.ts';
import type { DeliveryPlan } from '../../traffic/journal/deliveryPlan.ts';
import { mustNotMoveClock, whyClockIsNotMoved } from '../worker/controlActions.ts';
import { waitingFor } from '../worker/currentWait.ts';
import type { Worker } from '../worker/worker.ts';

/** What a requirement may do with the receiver (§ Webhook delivery). */
export interface Webhooks {
  /** Stops the requirement as unverified if no webhooks of a kind are sent to us. */
  expects(kind: WebhookKind): void;
  /** True if webhooks of that kind are sent to us. */
  receives(kind: WebhookKind): boolean;
  /**
   * Opens an experiment and returns its id: deliveries whose raw body contains `match` are answered by the plan from now on. Call it before the action that
   * triggers them. The experiment is stored until it can be judged, and its line (kind experiment) is in the record of this run and of later ones.
   */
  open(experiment: { webhook: WebhookKind; match: string; plan: DeliveryPlan }): Promise<string>;
  /**
   * Waits for the first delivery whose raw body contains the text and that meets the condition, up to the target's visibleMs or `forMs`; undefined if none
   * came.
   */
  awaited(text: string, is?: (delivery: Delivery) => boolean, forMs?: number): Promise<Delivery | undefined>;
  /** Runs a function while we do not listen, so that senders find the port closed. Only for requirements tagged to run late (the hostile project). */
  whileNotListening(during: () => Promise<void>): Promise<void>;
  /** Gives a kind another secret if we may register this kind. Later deliveries must be signed with the new secret. */
  renewSecret(kind: WebhookKind): Promise<void>;
  /** Takes the secret of a kind away if the control API has registered this kind. Later deliveries must not be signed. */
  dropSecret(kind: WebhookKind): Promise<void>;
}

const hintFor = (kind: WebhookKind) =>
  isRegistrable(kind)
    ? `the target file says neither how to register them (paths.webhooks.${kind}) nor where they are sent (webhook.publicUrl, webhook.kinds)`
    : `the target file does not list ${kind} under webhook.kinds`;

/** Returns the webhooks of one requirement. */
export async function webhooksOf(worker: Worker, log: AssertionLog): Promise<Webhooks> {
  const { receiver, record, run, target } = worker;
  const { kinds, renewable, droppable } = await receiver.status();
  const lacks = (wanted: string, hint: string): never => log.stop({ code: 'missing', wanted, hint, exchanges: [] });

  const awaited: Webhooks['awaited'] = async (text, is = () => true, forMs = target.deadlines.visibleMs) => {
    const untilMs = Date.now() + forMs;
    let from = 0;
    for (;;) {
      const received = await worker.patiently(() =>
        waitingFor('a webhook', () => receiver.next({ text, from, forMs: Math.max(0, untilMs - Date.now()) })),
      );
      if (!received) return undefined;
      const delivery = record.webhooks.known(received.line.id) ?? Delivery.of(received.line);
      if (!record.webhooks.known(received.line.id)) record.add(received.line);
      if (is(delivery)) return delivery;
      from = received.at + 1;
    }
  };

  const renewed = async (kind: WebhookKind, isBare: boolean) => {
    const renewal = { kind, requirement: log.id, isBare };
    const may = (isBare ? droppable : renewable).includes(kind);
    const isDone = may && (await worker.patiently(() => receiver.renew(renewal)));
    const wanted = `${isBare ? 'no' : 'another'} secret for webhooks of kind ${kind}`;
    if (!isDone) lacks(wanted, 'we cannot register it at this target');
  };

  return {
    expects: (kind) => void (kinds.includes(kind) || lacks(`webhooks of kind ${kind} sent to us`, hintFor(kind))),
    receives: (kind) => kinds.includes(kind),
    open: (experiment) => {
      if (mustNotMoveClock(target, run.selection))
        log.stop({ code: 'notApplicable', reason: whyClockIsNotMoved, exchanges: [] });
      return receiver.open({ requirement: log.id, ...experiment });
    },
    awaited,
    whileNotListening: async (during) => {
      const requirement = log.id;
      const pause = await receiver.stopListening({ requirement });
      try {
        await during();
      } finally {
        await receiver.listenAgain({ deaf: pause, requirement });
      }
    },
    renewSecret: (kind) => renewed(kind, false),
    dropSecret: (kind) => renewed(kind, true),
  };
}
