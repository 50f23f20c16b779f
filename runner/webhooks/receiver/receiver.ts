import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Answer } from '../../../traffic/journal/deliveryPlan.ts';
import type { DeliveryLine } from '../../../traffic/journal/journalTypes.ts';
import type { Redactor } from '../../../traffic/redaction/redactor.ts';
import type { RawBody } from '../../../traffic/transport/body.ts';
import type { ReceiverLine } from '../../worker/receiverHandle.ts';
import { AnswerPlans } from './answerPlans.ts';
import { DelayedAnswers } from './delayedAnswers.ts';
import { digestFacts, isSignedBy } from './digest.ts';
import type { DrawnAnswers } from './drawnAnswers.ts';
import { giveAnswer } from './giveAnswer.ts';
import { bodyOf, headerOf, storedRequest } from './incomingRequest.ts';
import { defaultIntakeLimits, IntakeGuard, type IntakeLimits } from './intakeLimits.ts';
import { PausableServer } from './pausableServer.ts';
import { placeIn, redirectedPart, type WebhookPlace, withKind } from './webhookPath.ts';
import type { WebhookSecrets } from './webhookSecrets.ts';

/** What a receiver needs. */
export interface ReceiverParts {
  listen: { host: string; port: number };
  /** The path prefix of webhooks, `/` and a part that nobody can guess. */
  own: string;
  /** The first part of each delivery's id. */
  prefix: string;
  redactor: Redactor;
  secrets: WebhookSecrets;
  /** Secrets for other purposes, with which a sender might sign by mistake. */
  otherSecrets: readonly string[];
  /** True if the target gives its own time in the Date header of its webhooks. */
  hasOwnClock: boolean;
  /** The target's time as last reported, ISO 8601, for webhooks without a Date header. */
  targetNow?: (() => string) | undefined;
  /** The header in which a proxy gives the source address of a request. */
  sourceHeader?: string | undefined;
  /** The answers to deliveries that no plan covers; without them each gets a success. */
  drawn?: DrawnAnswers | undefined;
  most?: IntakeLimits;
  write(line: ReceiverLine): void;
  /** Called with a delivery before its answer; the line assumes that the answer ends as planned. */
  arrived?: ((line: DeliveryLine) => void) | undefined;
}

const digestHeader = 'x-payload-digest';

/** True for a delivery at its registered path, which counts as an attempt. */
export const isAttempt = ({ moved, strayed }: DeliveryLine): boolean => !moved && !strayed;

/** The most simultaneous connections. */
const mostConnections = 256;

/** Returns the time limits of Node's server, ms. */
const patienceOf = ({ requestMs }: IntakeLimits) => ({
  requestTimeout: requestMs,
  headersTimeout: requestMs,
  connectionsCheckingInterval: Math.min(requestMs, 5_000),
  // Longer than a sender keeps a connection for its next webhook. With a shorter time, that webhook could be lost.
  keepAliveTimeout: 65_000,
});

/** When a request arrived. */
interface Arrival {
  receivedNs: bigint;
  receivedAt: string;
}

/** Receives webhooks: stores every attempt, checks the digest of its raw bytes, and answers as planned (§ Webhook delivery). */
export class Receiver {
  readonly plans = new AnswerPlans();
  readonly #parts: ReceiverParts;
  readonly #listening: PausableServer;
  readonly #held: DelayedAnswers;
  readonly #bounds: IntakeGuard;
  /** Limits how many signed requests at unknown paths are examined. */
  readonly #strays = new IntakeGuard({ ...defaultIntakeLimits, aSecond: 50 }, () => undefined);
  readonly #taking = new Set<Promise<void>>();
  #count = 0;
  #underway = 0;
  /** How far the target's clock is ahead of ours, according to the fastest attempt, ms. */
  #aheadMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
    this.#held = new DelayedAnswers();
    const onRefusals = (fromNs: bigint, untilNs: bigint) =>
      parts.write({
        kind: 'deaf',
        requirement: 'webhooks',
        planned: false,
        fromNs: String(fromNs),
        untilNs: String(untilNs),
      });
    const most = parts.most ?? defaultIntakeLimits;
    this.#bounds = new IntakeGuard(most, onRefusals);
    const server = createServer(patienceOf(most), (request, response) => {
      // Errors on a sender's connection are ignored.
      const taken = this.#take(request, response).catch(() => void response.destroy());
      this.#taking.add(taken);
      void taken.then(() => this.#taking.delete(taken));
    });
    server.maxConnections = mostConnections;
    server.on('drop', () => this.#bounds.dropped(process.hrtime.bigint()));
    // Port conflicts and similar errors are reported to the caller of `listen`.
    server.on('error', () => undefined);
    this.#listening = new PausableServer(server, parts.listen);
  }

  get port(): number {
    return this.#listening.port;
  }

  /** The number of attempts that are not fully answered. */
  get underway(): number {
    return this.#underway;
  }

  /** The remaining delay of each delayed answer, ms. */
  get delayedAnswers(): readonly number[] {
    return this.#held.ms;
  }

  /** Applies a move of the target's clock, and gives the delayed answers that are now due. */
  release(ms: number): void {
    this.#held.release(ms);
  }

  /** Listens, after a pause on the same port. Throws if another program keeps the port. */
  listen(): Promise<void> {
    return this.#listening.open();
  }

  /** Stops listening: senders find the port closed, and open connections are cut and logged. */
  async rest(): Promise<void> {
    if (!this.#listening.isOpen) return;
    await this.#listening.close();
    await Promise.all(this.#taking);
    this.#bounds.close(process.hrtime.bigint());
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrival = { receivedNs: process.hrtime.bigint(), receivedAt: new Date().toISOString() };
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const place = placeIn(request.url ?? '', this.#parts.own);
    const isSigned = headerOf(request, digestHeader) !== undefined;
    if (!place && !(isSigned && this.#strays.admits(arrival.receivedNs))) return refuse(response, 404);
    if (place && !this.#bounds.admits(arrival.receivedNs)) return refuse(response, 503);
    this.#underway += 1;
    try {
      const body = await bodyOf(request);
      const found = place ? withKind(place, body?.bytes) : body && this.#strayed(request, body);
      if (!found) refuse(response, 404);
      else if (body) await this.#answer({ request, response, body, place: found, arrival });
    } finally {
      this.#underway -= 1;
    }
  }

  /** Returns the place of a request at an unknown path if one of our secrets signed it, because it then comes from the target. */
  #strayed(request: IncomingMessage, { bytes, cut }: RawBody): WebhookPlace | undefined {
    const header = headerOf(request, digestHeader)?.trim() ?? '';
    const kinds = this.#parts.secrets.kindsWith((secret) => isSignedBy(header, bytes, secret));
    const [webhook] = kinds;
    if (cut || webhook === undefined) return undefined;
    return { ...(kinds.length === 1 && { webhook }), strayed: true };
  }

  async #answer(attempt: Taken): Promise<void> {
    const { request, response, body, place, arrival } = attempt;
    this.#count += 1;
    const id = `${this.#parts.prefix}-${this.#count}`;
    const answer = this.#planned(attempt);
    const received = {
      ...(place.webhook && { webhook: place.webhook }),
      ...(place.moved && { moved: place.moved }),
      ...(place.strayed && { strayed: place.strayed }),
      request: storedRequest(request, body, this.#parts),
      digest: this.#digest(attempt),
      receivedAt: arrival.receivedAt,
      targetAt: this.#targetAt(request) ?? arrival.receivedAt,
    };
    const line: DeliveryLine = {
      kind: 'delivery',
      id,
      ...received,
      receivedNs: String(arrival.receivedNs),
      answer,
      answered: 'reset' in answer ? 'closed' : 'sent',
      answeredNs: String(arrival.receivedNs),
    };
    if (isAttempt(line)) this.#parts.arrived?.(line);
    const location = `${(request.url ?? '').split('?')[0]}/${redirectedPart}`;
    const delayMs = this.#delayOf(line);
    const { how, movedMs } = await giveAnswer({ response, location, delayed: this.#held }, answer);
    // If a pause of the receiver cut the connection, the sender has not left.
    const answered = how === 'left' && !this.#listening.isOpen ? 'closed' : how;
    const answeredNs = process.hrtime.bigint();
    const ownMs = Number(answeredNs - arrival.receivedNs) / 1e6;
    const waitedMs = Math.round(delayMs + ownMs + movedMs);
    this.#parts.write({ ...line, answered, answeredNs: String(answeredNs), waitedMs });
  }

  /** Returns how much longer an attempt took to reach us than the fastest one before it, ms. It uses the target's clock, which never goes back. */
  #delayOf({ targetAt, receivedAt }: DeliveryLine): number {
    const aheadMs = Date.parse(targetAt) - Date.parse(receivedAt);
    this.#aheadMs = Math.max(this.#aheadMs, aheadMs);
    return this.#aheadMs - aheadMs;
  }

  /** Returns the answer to a request. Other methods and redirected requests are outside the plan and get a success. */
  #planned({ request, body, place }: Taken): Answer {
    // The body was too long to read, so the connection is reset.
    if (body.cut) return { reset: 'before' };
    if (place.strayed) return { status: 404 };
    if (request.method !== 'POST' || place.moved) return { status: 200 };
    const drawn = () => this.#parts.drawn?.answerTo(place.webhook ?? '', body.bytes);
    return this.plans.answerTo(body.bytes) ?? drawn() ?? { status: 200 };
  }

  #digest({ request, body, place }: Taken): DeliveryLine['digest'] {
    const { secrets, otherSecrets, own } = this.#parts;
    const header = headerOf(request, digestHeader);
    if (body.cut) return { present: header !== undefined };
    return digestFacts({
      header,
      raw: body.bytes,
      path: request.url ?? own,
      secrets: secrets.of(place.webhook),
      others: [...secrets.besides(place.webhook), ...otherSecrets],
    });
  }

  #targetAt(request: IncomingMessage): string | undefined {
    if (!this.#parts.hasOwnClock) return undefined;
    const date = Date.parse(headerOf(request, 'date') ?? '');
    return Number.isNaN(date) ? this.#parts.targetNow?.() : new Date(date).toISOString();
  }
}

/** A request with its body, from a permitted sender. */
interface Taken {
  request: IncomingMessage;
  response: ServerResponse;
  body: RawBody;
  place: WebhookPlace;
  arrival: Arrival;
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { Connection: 'close', 'Content-Length': 0 }).end();
}
