import type { AssertionLog } from '../../judge/assertionLog.ts';
import { Delivery } from '../../traffic/journal/delivery.ts';
import type { DeliveryPlan } from '../../traffic/journal/deliveryPlan.ts';
import type { WebhookKind } from '../../traffic/target/file/targetFile.ts';
import { mustNotMoveClock, whyClockIsNotMoved } from '../worker/controlActions.ts';
import type { Worker } from '../worker/worker.ts';
import { registrable } from './receiver/registrationWays.ts';

/** What a requirement may do with the receiver (§ Webhook delivery). */
export interface Webhooks {
  /** Stops the requirement as unverified where webhooks of a kind are sent nowhere that we can hear. */
  expects(kind: WebhookKind): void;
  /** True where that kind is delivered to us. */
  receives(kind: WebhookKind): boolean;
  /**
   * Deliveries whose raw body contains `match` are answered by the plan from now on; say it before what triggers them. It is kept until it
   * can be judged: its line (kind experiment) is in the record of this run and of later ones. Gives its id.
   */
  open(experiment: { webhook: WebhookKind; match: string; plan: DeliveryPlan }): Promise<string>;
  /** The first delivery whose raw body contains the text and that is as wanted, awaited to the target's visibleMs (longer with `forMs`); undefined where none came. */
  awaited(text: string, is?: (delivery: Delivery) => boolean, forMs?: number): Promise<Delivery | undefined>;
  /** Nobody listens while this runs: senders find the port closed. Only in requirements tagged to run late (the hostile project). */
  whileNotListening(during: () => Promise<void>): Promise<void>;
  /** Gives a kind another secret, where we may register; deliveries from then on are to be signed by it. */
  renewSecret(kind: WebhookKind): Promise<void>;
}

const hintFor = (kind: WebhookKind) =>
  (registrable as readonly string[]).includes(kind)
    ? `the target file says neither how they are registered (paths.webhooks.${kind}) nor where they are sent (webhook.publicUrl, webhook.kinds)`
    : `the target file does not list ${kind} under webhook.kinds`;

/** The webhooks of one requirement. */
export async function webhooksOf(stage: Worker, ledger: AssertionLog): Promise<Webhooks> {
  const { receiver, record, run, target } = stage;
  const { kinds, renewable } = await receiver.status();
  const lacks = (wanted: string, hint: string): never => ledger.stop({ code: 'missing', wanted, hint, exchanges: [] });

  const awaited: Webhooks['awaited'] = async (text, is = () => true, forMs = target.deadlines.visibleMs) => {
    const untilMs = Date.now() + forMs;
    let from = 0;
    for (;;) {
      const heard = await stage.patiently(() =>
        receiver.next({ text, from, forMs: Math.max(0, untilMs - Date.now()) }),
      );
      if (!heard) return undefined;
      const delivery = record.webhooks.known(heard.line.id) ?? Delivery.of(heard.line);
      if (!record.webhooks.known(heard.line.id)) record.add(heard.line);
      if (is(delivery)) return delivery;
      from = heard.at + 1;
    }
  };

  return {
    expects: (kind) => void (kinds.includes(kind) || lacks(`webhooks of the kind ${kind}, sent to us`, hintFor(kind))),
    receives: (kind) => kinds.includes(kind),
    open: (experiment) => {
      if (mustNotMoveClock(target, run.selection))
        ledger.stop({ code: 'notApplicable', reason: whyClockIsNotMoved, exchanges: [] });
      return receiver.open({ requirement: ledger.id, ...experiment });
    },
    awaited,
    whileNotListening: async (during) => {
      const requirement = ledger.id;
      const deaf = await receiver.stopListening({ requirement });
      try {
        await during();
      } finally {
        await receiver.listenAgain({ deaf, requirement });
      }
    },
    renewSecret: async (kind) => {
      const isDone =
        renewable.includes(kind) && (await stage.patiently(() => receiver.renew({ kind, requirement: ledger.id })));
      if (!isDone) lacks(`another secret for the webhooks of the kind ${kind}`, 'we cannot register it at this target');
    },
  };
}
