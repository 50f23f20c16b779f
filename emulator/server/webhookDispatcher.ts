import { type Instant, MILLISECOND, machineClock } from '../domain/clock.ts';
import { urlOf } from '../domain/httpMessages.ts';
import type { AttemptOutcome, WebhookRequest } from '../domain/webhook.ts';
import { type Instance, now, type Service } from '../instance/instance.ts';
import { applyScheduled } from '../lifecycle/scheduler.ts';
import { advanceDeliveries, nextDue, nextTimeout, settleAttempt } from '../webhooks/deliveries.ts';
import { isReceiver } from '../webhooks/registrations.ts';
import type { Send, Sender } from './httpSender.ts';

/** Sends the webhooks of a service to their receivers and reports each outcome to its instance. */
interface WebhookDispatcher {
  /** Starts the due attempts and cancels those that timed out. */
  readonly go: () => void;
  readonly close: () => void;
}

/** The longest delay of a timer; setTimeout supports little more. */
const MAX_WAIT_MS = 2_000_000_000;

/** Creates the dispatcher of a service. If the service uses the machine's clock, it also starts due webhooks on a timer. */
function openDispatcher(service: Service, send: Send): WebhookDispatcher {
  const { instance, rules } = service;
  const open = new Map<number, () => void>();
  let timer: NodeJS.Timeout | undefined;
  let going = false;
  let closed = false;

  const launch = (ordinal: number, sending: WebhookRequest, ended: (outcome: AttemptOutcome) => void): void => {
    open.set(ordinal, () => {});
    const giveUp = send(sending, ended);
    // The sender may report the outcome before it returns.
    if (open.has(ordinal)) open.set(ordinal, giveUp);
  };
  const handleOutcome = (ordinal: number, sending: WebhookRequest, outcome: AttemptOutcome): void => {
    const next = redirected(service, sending, outcome);
    if (next === undefined) done(ordinal, outcome);
    else launch(ordinal, next, (last) => done(ordinal, last));
  };
  const done = (ordinal: number, outcome: AttemptOutcome): void => {
    open.delete(ordinal);
    settleAttempt({ instance, rules }, ordinal, outcome);
    go();
  };
  const begin = (): boolean => {
    advanceDeliveries({ instance, rules });
    const { underway } = instance.webhooks;
    for (const [ordinal, giveUp] of open) if (!underway.has(ordinal) && open.delete(ordinal)) giveUp();
    const fresh = [...underway].filter(([ordinal]) => !open.has(ordinal));
    for (const [ordinal, { sending }] of fresh) {
      launch(ordinal, sending, (outcome) => handleOutcome(ordinal, sending, outcome));
    }
    return fresh.length > 0;
  };
  const go = (): void => {
    if (closed || going) return;
    going = true;
    while (begin());
    going = false;
    clearTimeout(timer);
    timer = waking(service, () => {
      applyScheduled(instance, rules);
      go();
    });
  };
  return {
    go,
    close: () => {
      closed = true;
      clearTimeout(timer);
      for (const giveUp of open.values()) giveUp();
    },
  };
}

/** The webhook dispatchers of all services in a process. */
export interface WebhookDispatchers {
  /** Sends the due webhooks of a service. */
  readonly of: (service: Service) => void;
  readonly close: () => void;
}

/** Creates a dispatcher for each service once it has a registered webhook. */
export function openDispatchers({ send, close }: Sender): WebhookDispatchers {
  const couriers = new Map<Service, WebhookDispatcher>();
  let closed = false;
  return {
    of: (service) => {
      const known = couriers.get(service);
      if (known) known.go();
      else if (!closed && service.instance.webhooks.registered.length > 0) {
        const courier = openDispatcher(service, send);
        couriers.set(service, courier);
        courier.go();
      }
    },
    close: () => {
      closed = true;
      for (const courier of couriers.values()) courier.close();
      close();
    },
  };
}

/** A timer for the next event of an instance on the machine's clock; undefined if there is no such event. */
function waking({ instance, rules }: Service, wake: () => void): NodeJS.Timeout | undefined {
  const { registered, waiting, underway } = instance.webhooks;
  if (instance.clock !== machineClock || registered.length + waiting.length + underway.size === 0) return undefined;
  const next = earliest([...upcoming(instance), nextTimeout(instance, rules)]);
  if (next === undefined) return undefined;
  const waitMs = Number((next - now(instance)) / MILLISECOND) + 1;
  return setTimeout(wake, Math.min(Math.max(waitMs, 1), MAX_WAIT_MS)).unref();
}

/** The times of the next automatic events of an instance. */
function upcoming(instance: Instance): (Instant | undefined)[] {
  const due = nextDue(instance);
  // A delivery that is already due waits for a busy receiver, not for the clock.
  return [
    instance.scheduledMoves[0]?.at,
    instance.chain.nextNewsAt(),
    due !== undefined && due > now(instance) ? due : undefined,
  ];
}

const earliest = (instants: readonly (Instant | undefined)[]): Instant | undefined =>
  instants.reduce(
    (first, each) => (first === undefined || (each !== undefined && each < first) ? each : first),
    undefined,
  );

/** The redirected request, for a service that follows redirects; undefined for any other answer. */
function redirected(
  { rules }: Service,
  sending: WebhookRequest,
  { status, location }: AttemptOutcome,
): WebhookRequest | undefined {
  if (status === null || location === null || !rules.redirectFollowed(status)) return undefined;
  const url = urlOf(location, sending.url)?.href ?? '';
  return isReceiver(url) ? { ...sending, url } : undefined;
}
