import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawBody } from '../body.ts';
import type { DeliveryLine } from '../lines.ts';
import type { Redactor } from '../redact.ts';
import type { Answer } from './answers.ts';
import { Bounds, type Most, usualMost } from './bounds.ts';
import { digestFacts } from './capture.ts';
import { give } from './giving.ts';
import { Held } from './held.ts';
import { bodyOf, headerOf, keptRequest } from './incoming.ts';
import type { HookLine } from './kept.ts';
import { movedTo, type Place, placeIn } from './place.ts';
import { Plans } from './plans.ts';
import type { WebhookSecrets } from './secrets.ts';

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
  tellsTime: boolean;
  /** Late answers are held until they are released. */
  holds: boolean;
  /** The header in which a proxy says where a request came from. */
  sourceHeader?: string | undefined;
  most?: Most;
  write(line: HookLine): void;
  /** Told of a delivery before it is answered: how that will have ended is as planned. */
  arrived?: ((line: DeliveryLine) => void) | undefined;
}

/** So many connections at once. */
const mostConnections = 256;

/** How Node's server is told what it may wait for, ms. */
const patienceOf = ({ requestMs }: Most) => ({
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
  readonly plans = new Plans();
  readonly #parts: ReceiverParts;
  readonly #server: Server;
  readonly #held: Held;
  readonly #bounds: Bounds;
  readonly #taking = new Set<Promise<void>>();
  #count = 0;
  #underway = 0;
  /** The port that it listens on; the same again after it was deaf. */
  #port: number;

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
    this.#port = parts.listen.port;
    this.#held = new Held(parts.holds);
    const deaf = (fromNs: bigint, untilNs: bigint) =>
      parts.write({
        kind: 'deaf',
        requirement: 'webhooks',
        planned: false,
        fromNs: String(fromNs),
        untilNs: String(untilNs),
      });
    const most = parts.most ?? usualMost;
    this.#bounds = new Bounds(most, deaf);
    this.#server = createServer(patienceOf(most), (request, response) => {
      // What a sender does to its connection is its own business.
      const taken = this.#take(request, response).catch(() => void response.destroy());
      this.#taking.add(taken);
      void taken.then(() => this.#taking.delete(taken));
    });
    this.#server.maxConnections = mostConnections;
    this.#server.on('drop', () => this.#bounds.dropped(process.hrtime.bigint()));
    // A second party on the port, or the like: told to who asked to listen.
    this.#server.on('error', () => undefined);
  }

  get port(): number {
    return this.#port;
  }

  /** How many attempts are not answered to their end. */
  get underway(): number {
    return this.#underway;
  }

  /** How long each held answer is to be late, ms. */
  get held(): readonly number[] {
    return this.#held.ms;
  }

  /** The target's clock was moved by so much: held answers that are late enough go. */
  release(ms: number): void {
    this.#held.release(ms);
  }

  /** Listens, on the same port as before. Throws where another has taken it. */
  async listen(): Promise<void> {
    if (this.#server.listening) return;
    const listening = once(this.#server, 'listening');
    this.#server.listen({ host: this.#parts.listen.host, port: this.#port, exclusive: true });
    await listening;
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Listens no more: senders find the port closed, and what was underway is broken off. */
  async rest(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
    // What was broken off is written down.
    await Promise.all(this.#taking);
    this.#bounds.close(process.hrtime.bigint());
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrival = { receivedNs: process.hrtime.bigint(), receivedAt: new Date().toISOString() };
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const place = placeIn(request.url ?? '', this.#parts.own);
    if (!place) return refuse(response, 404);
    if (!this.#bounds.admits(arrival.receivedNs)) return refuse(response, 503);
    this.#underway += 1;
    try {
      const body = await bodyOf(request);
      if (body) await this.#answer({ request, response, body, place, arrival });
    } finally {
      this.#underway -= 1;
    }
  }

  async #answer(attempt: Taken): Promise<void> {
    const { request, response, body, place, arrival } = attempt;
    this.#count += 1;
    const id = `${this.#parts.prefix}-${this.#count}`;
    const answer = this.#planned(attempt);
    const kept = {
      ...(place.webhook && { webhook: place.webhook }),
      ...(place.moved && { moved: place.moved }),
      request: keptRequest(request, body, this.#parts),
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
    this.#parts.arrived?.(line);
    const location = `${(request.url ?? '').split('?')[0]}/${movedTo}`;
    const ended = await give({ response, location, held: this.#held }, answer);
    // A sender that we have left when we ceased to listen has not left us.
    const answered = ended === 'left' && !this.#server.listening ? 'closed' : ended;
    this.#parts.write({ ...line, answered, answeredNs: String(process.hrtime.bigint()) });
  }

  /** What was sent beside the plan, by another method or where a redirect pointed, is answered as if all were well. */
  #planned({ request, body, place }: Taken): Answer {
    // Too long to be read to its end: its connection is broken.
    if (body.cut) return { reset: 'before' };
    return request.method === 'POST' && !place.moved ? this.plans.answerTo(body.bytes) : { status: 200 };
  }

  #digest({ request, body, place }: Taken): DeliveryLine['digest'] {
    const { secrets, otherSecrets, own } = this.#parts;
    const header = headerOf(request, 'x-payload-digest');
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
    const told = this.#parts.tellsTime ? Date.parse(headerOf(request, 'date') ?? '') : Number.NaN;
    return Number.isNaN(told) ? undefined : new Date(told).toISOString();
  }
}

/** A request that was read, and comes from who may send. */
interface Taken {
  request: IncomingMessage;
  response: ServerResponse;
  body: RawBody;
  place: Place;
  arrival: Arrival;
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { Connection: 'close', 'Content-Length': 0 }).end();
}
