import { type Instant, MILLISECOND, machineClock } from '../domain/clock.ts';
import type { AttemptOutcome, WebhookRequest } from '../domain/webhook.ts';
import { type Instance, now, type Service } from '../instance/instance.ts';
import { applyScheduled } from '../lifecycle/scheduler.ts';
import { advanceDeliveries, nextDue, nextTimeout, settleAttempt } from '../webhooks/deliveries.ts';
import { isReceiver } from '../webhooks/registrations.ts';
import type { Send, Sender } from './httpSender.ts';

/** What carries the webhooks of a service to their receivers: the world says what is due, and is told what came of it. */
interface WebhookDispatcher {
  /** Begins what is due, and gives up what waited too long. */
  readonly go: () => void;
  readonly close: () => void;
}

/** No timer waits longer: the machine's could not. */
const MAX_WAIT_MS = 2_000_000_000;

/** Opens the courier of a service. Where its clock is the machine's, it also goes by itself when something is due. */
function openDispatcher(service: Service, send: Send): WebhookDispatcher {
  const { world, rules } = service;
  const open = new Map<number, () => void>();
  let timer: NodeJS.Timeout | undefined;
  let going = false;
  let closed = false;

  const launch = (ordinal: number, sending: WebhookRequest, ended: (outcome: AttemptOutcome) => void): void => {
    open.set(ordinal, () => {});
    const giveUp = send(sending, ended);
    // What sends may tell the end before it gives back.
    if (open.has(ordinal)) open.set(ordinal, giveUp);
  };
  const tell = (ordinal: number, sending: WebhookRequest, outcome: AttemptOutcome): void => {
    const next = redirected(service, sending, outcome);
    if (next === undefined) done(ordinal, outcome);
    else launch(ordinal, next, (last) => done(ordinal, last));
  };
  const done = (ordinal: number, outcome: AttemptOutcome): void => {
    open.delete(ordinal);
    settleAttempt({ world, rules }, ordinal, outcome);
    go();
  };
  const begin = (): boolean => {
    advanceDeliveries({ world, rules });
    const { underway } = world.webhooks;
    for (const [ordinal, giveUp] of open) if (!underway.has(ordinal) && open.delete(ordinal)) giveUp();
    const fresh = [...underway].filter(([ordinal]) => !open.has(ordinal));
    for (const [ordinal, { sending }] of fresh) {
      launch(ordinal, sending, (outcome) => tell(ordinal, sending, outcome));
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
      applyScheduled(world, rules);
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

/** The couriers of all services of a process. */
export interface WebhookDispatchers {
  /** Lets the webhooks of a service go that are due. */
  readonly of: (service: Service) => void;
  readonly close: () => void;
}

/** Opens a courier for each service once it has a webhook registered. */
export function openDispatchers({ send, close }: Sender): WebhookDispatchers {
  const couriers = new Map<Service, WebhookDispatcher>();
  let closed = false;
  return {
    of: (service) => {
      const known = couriers.get(service);
      if (known) known.go();
      else if (!closed && service.world.webhooks.registered.length > 0) {
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

/** A timer for the next thing that is due in a world whose clock is the machine's; undefined where there is none to wait for. */
function waking({ world, rules }: Service, wake: () => void): NodeJS.Timeout | undefined {
  const { registered, waiting, underway } = world.webhooks;
  if (world.clock !== machineClock || registered.length + waiting.length + underway.size === 0) return undefined;
  const next = earliest([...upcoming(world), nextTimeout(world, rules)]);
  if (next === undefined) return undefined;
  const waitMs = Number((next - now(world)) / MILLISECOND) + 1;
  return setTimeout(wake, Math.min(Math.max(waitMs, 1), MAX_WAIT_MS)).unref();
}

/** The times of what will happen in a world by itself. */
function upcoming(world: Instance): (Instant | undefined)[] {
  const due = nextDue(world);
  // What is due by now waits for a receiver that is busy: not for the clock.
  return [
    world.scheduledMoves[0]?.at,
    world.chain.nextNewsAt(),
    due !== undefined && due > now(world) ? due : undefined,
  ];
}

const earliest = (instants: readonly (Instant | undefined)[]): Instant | undefined =>
  instants.reduce(
    (first, each) => (first === undefined || (each !== undefined && each < first) ? each : first),
    undefined,
  );

/** Where a redirect leads, for a service that follows it; undefined: it is an answer like any other. */
function redirected(
  { rules }: Service,
  sending: WebhookRequest,
  { status, location }: AttemptOutcome,
): WebhookRequest | undefined {
  if (status === null || location === null || !rules.redirectFollowed(status)) return undefined;
  const url = URL.canParse(location, sending.url) ? new URL(location, sending.url).href : '';
  return isReceiver(url) ? { ...sending, url } : undefined;
}
