import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Answer } from '../../../traffic/journal/deliveryPlan.ts';
import type { DeliveryLine } from '../../../traffic/journal/journalTypes.ts';
import type { Redactor } from '../../../traffic/redaction/redactor.ts';
import type { RawBody } from '../../../traffic/transport/body.ts';
import type { ReceiverLine } from '../../worker/receiverHandle.ts';
import { AnswerPlans } from './answerPlans.ts';
import { DelayedAnswers } from './delayedAnswers.ts';
import { digestFacts, isSignedBy } from './digest.ts';
import { giveAnswer } from './giveAnswer.ts';
import { bodyOf, headerOf, storedRequest } from './incomingRequest.ts';
import { defaultIntakeLimits, IntakeGuard, type IntakeLimits } from './intakeLimits.ts';
import { PausableServer } from './pausableServer.ts';
import { placeIn, redirectedPart, type WebhookPlace } from './webhookPath.ts';
import type { WebhookSecrets } from './webhookSecrets.ts';

/** What a receiver is made of. */
export interface ReceiverParts {
  listen: { host: string; port: number };
  /** The path below which webhooks come, `/<what nobody can guess>`. */
  own: string;
  /** First part of the number of each delivery. */
  prefix: string;
  redactor: Redactor;
  secrets: WebhookSecrets;
  /** Secrets of other purposes, with which one might sign by mistake. */
  otherSecrets: readonly string[];
  /** The target tells its own clock in the Date of its webhooks. */
  hasOwnClock: boolean;
  /** Its clock as it was told last, ISO 8601, for a webhook that has no Date. */
  targetNow?: (() => string) | undefined;
  /** The header in which a proxy says where a request came from. */
  sourceHeader?: string | undefined;
  most?: IntakeLimits;
  write(line: ReceiverLine): void;
  /** Told of a delivery before it is answered: how that will have ended is as planned. */
  arrived?: ((line: DeliveryLine) => void) | undefined;
}

const digestHeader = 'x-payload-digest';

/** True for what came to where it was sent by us, to be taken or not. */
export const isAttempt = ({ moved, strayed }: DeliveryLine): boolean => !moved && !strayed;

/** So many connections at once. */
const mostConnections = 256;

/** How Node's server is told what it may wait for, ms. */
const patienceOf = ({ requestMs }: IntakeLimits) => ({
  requestTimeout: requestMs,
  headersTimeout: requestMs,
  connectionsCheckingInterval: Math.min(requestMs, 5_000),
  // Longer than a sender keeps a connection for the next webhook: that one would be lost.
  keepAliveTimeout: 65_000,
});

/** When a request came. */
interface Arrival {
  receivedNs: bigint;
  receivedAt: string;
}

/** Receives webhooks: keeps every attempt with its raw bytes judged, and answers as planned (§ Webhook delivery). */
export class Receiver {
  readonly plans = new AnswerPlans();
  readonly #parts: ReceiverParts;
  readonly #listening: PausableServer;
  readonly #held: DelayedAnswers;
  readonly #bounds: IntakeGuard;
  /** Of what strangers send with a digest so much is looked at. */
  readonly #strays = new IntakeGuard({ ...defaultIntakeLimits, aSecond: 50 }, () => undefined);
  readonly #taking = new Set<Promise<void>>();
  #count = 0;
  #underway = 0;
  /** How far the target's clock is ahead of ours, as far as the quickest attempt shows, ms. */
  #aheadMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
    this.#held = new DelayedAnswers();
    const deaf = (fromNs: bigint, untilNs: bigint) =>
      parts.write({
        kind: 'deaf',
        requirement: 'webhooks',
        planned: false,
        fromNs: String(fromNs),
        untilNs: String(untilNs),
      });
    const most = parts.most ?? defaultIntakeLimits;
    this.#bounds = new IntakeGuard(most, deaf);
    const server = createServer(patienceOf(most), (request, response) => {
      // What a sender does to its connection is its own business.
      const taken = this.#take(request, response).catch(() => void response.destroy());
      this.#taking.add(taken);
      void taken.then(() => this.#taking.delete(taken));
    });
    server.maxConnections = mostConnections;
    server.on('drop', () => this.#bounds.dropped(process.hrtime.bigint()));
    // A second party on the port, or the like: told to who asked to listen.
    server.on('error', () => undefined);
    this.#listening = new PausableServer(server, parts.listen);
  }

  get port(): number {
    return this.#listening.port;
  }

  /** How many attempts are not answered to their end. */
  get underway(): number {
    return this.#underway;
  }

  /** How long each held answer is to be late, ms. */
  get delayedAnswers(): readonly number[] {
    return this.#held.ms;
  }

  /** The target's clock was moved by so much: held answers that are late enough go. */
  release(ms: number): void {
    this.#held.release(ms);
  }

  /** Listens, after it was deaf on the same port. Throws where others have it. */
  listen(): Promise<void> {
    return this.#listening.open();
  }

  /** Listens no more: senders find the port closed, and what was underway is broken off, and written down. */
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
      const found = place ?? (body && this.#strayed(request, body));
      if (!found) refuse(response, 404);
      else if (body) await this.#answer({ request, response, body, place: found, arrival });
    } finally {
      this.#underway -= 1;
    }
  }

  /** Who signs by a secret of ours is no stranger, wherever it sends to. */
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
    const kept = {
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
      ...kept,
      receivedNs: String(arrival.receivedNs),
      answer,
      answered: 'reset' in answer ? 'closed' : 'sent',
      answeredNs: String(arrival.receivedNs),
    };
    if (isAttempt(line)) this.#parts.arrived?.(line);
    const location = `${(request.url ?? '').split('?')[0]}/${redirectedPart}`;
    const delayMs = this.#delayOf(line);
    const { how, movedMs } = await giveAnswer({ response, location, delayed: this.#held }, answer);
    // A sender that we have left when we ceased to listen has not left us.
    const answered = how === 'left' && !this.#listening.isOpen ? 'closed' : how;
    const answeredNs = process.hrtime.bigint();
    const ownMs = Number(answeredNs - arrival.receivedNs) / 1e6;
    const waitedMs = Math.round(delayMs + ownMs + movedMs);
    this.#parts.write({ ...line, answered, answeredNs: String(answeredNs), waitedMs });
  }

  /** How much longer than the quickest before it an attempt was on its way to us, by the target's clock, which never goes back, ms. */
  #delayOf({ targetAt, receivedAt }: DeliveryLine): number {
    const aheadMs = Date.parse(targetAt) - Date.parse(receivedAt);
    this.#aheadMs = Math.max(this.#aheadMs, aheadMs);
    return this.#aheadMs - aheadMs;
  }

  /** What was sent beside the plan, by another method or where a redirect pointed, is answered as if all were well. */
  #planned({ request, body, place }: Taken): Answer {
    // Too long to be read to its end: its connection is broken.
    if (body.cut) return { reset: 'before' };
    if (place.strayed) return { status: 404 };
    return request.method === 'POST' && !place.moved ? this.plans.answerTo(body.bytes) : { status: 200 };
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
    const told = Date.parse(headerOf(request, 'date') ?? '');
    return Number.isNaN(told) ? this.#parts.targetNow?.() : new Date(told).toISOString();
  }
}

/** A request that was read, and comes from who may send. */
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
