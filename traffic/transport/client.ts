import { setTimeout as delay } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { Exchange } from '../journal/exchange.ts';
import { killedHalt } from '../journal/haltFault.ts';
import type { ExchangeLine, Halt, Line } from '../journal/journalTypes.ts';
import { Exhausted, type Lease, type LimiterHandle, RunnerEnded } from '../rate/limiter/limiterHandle.ts';
import { unlimitedHandle } from '../rate/limiter/unlimitedHandle.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { type Headers, withoutProof } from '../signing/signingSchemes.ts';
import type { TargetCredential } from '../target/credentials.ts';
import type { Target } from '../target/target.ts';
import { sendAndAbort } from './abortMidRequest.ts';
import { storedBody, storedSentBody } from './body.ts';
import { clientInTurn, fetchClient, plainClient, styledBy } from './clientHeaders.ts';
import { defaultHealthRequest, effectiveSigning, type HealthRequest, headersOf, type Sending } from './sending.ts';
import { isHopeless, unreachableMessage } from './unreachableMessage.ts';
import { openPipe, openWire, exchange as overWire, type WireAnswer, type WireRequest } from './wire.ts';
import { withLease } from './withLease.ts';

/** The target does not answer and did not come back: nothing more can be sent to it (exit code 3). */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** What the client depends on. */
export interface ClientParts {
  target: Pick<Target, 'baseUrl' | 'deadlines' | 'balances'> & { credentials: readonly TargetCredential[] };
  redactor: Redactor;
  /** First part of every exchange number of this client, such as `p0`. */
  prefix: string;
  write(line: Line): void;
  /** The rate limiter of the account: each request waits for its permission. */
  limiter: LimiterHandle;
  /** Runs a wait for the target or its quota, which does not count as test time. */
  patiently<T>(wait: () => Promise<T>): Promise<T>;
  /** The request that checks whether a target is back; any answer counts. By default it is a request of our interface. */
  look?: HealthRequest;
  /** As whom requests are sent: as several common clients in turn, drawn by this seed, or as Node's fetch; as nobody if absent. */
  looks?: number | 'fetch';
  /** True if the target has never answered yet. Then only a few requests check whether the target is there at all. */
  isFirst?: boolean;
}

/** Time between two checks whether a target is back, ms. */
const recoverStepMs = 250;

/** How many checks are made if the target has never answered. */
const firstLooks = 4;

/** The only way to send requests: signs, sends once, and stores the request and its answer with secrets replaced. */
export class Client {
  readonly #parts: ClientParts;
  readonly #wire: Dispatcher = openWire();
  /** The limiter for accounts with their own quota, which a run may spend completely: requests of these accounts do not wait and are not repeated. */
  readonly #unleased: LimiterHandle = unlimitedHandle();
  #count = 0;
  /** The number of requests of each requirement. */
  readonly #sentFor = new Map<string, number>();
  /** True once the target has answered. */
  #isMet: boolean;

  constructor(parts: ClientParts) {
    this.#parts = parts;
    this.#isMet = parts.isFirst !== true;
  }

  /** Sends one request and records the exchange. Throws Unreachable if the target does not answer and does not come back. */
  async send(sending: Sending): Promise<Exchange> {
    const how = { deadlineMs: this.#parts.target.deadlines.answerMs, client: this.#clientFor(sending) };
    const styled = styledBy(how.client, sending);
    const { sent, repeat } = await this.#spend(styled, how);
    // A throttled request had no effect, so it is sent once more after the time that the target asks for.
    if (repeat) return (await this.#spend({ ...styled, repeats: sent.id }, how)).sent;
    if (sent.isLost) await this.#recover(sending, sent);
    return sent;
  }

  /**
   * Sends several requests at once, after taking permission for each: on separate connections, or on one connection if they are pipelined. No request is sent
   * again. Throws Unreachable if the target does not answer and does not come back.
   */
  async together(sendings: readonly Sending[]): Promise<Exchange[]> {
    const { target, patiently } = this.#parts;
    const pipe = openPipe(target.baseUrl, sendings.length);
    const ended = await patiently(async () => {
      const leases: { lease: Lease; sending: Sending }[] = [];
      try {
        for (const sending of sendings) leases.push({ lease: await this.#leave(sending), sending });
        const how = { deadlineMs: target.deadlines.answerMs, pipe };
        return await Promise.all(
          leases.map(({ lease, sending }) => {
            const client = this.#clientFor(sending);
            return withLease(lease, () => this.#exchange(styledBy(client, sending), { ...how, client }));
          }),
        );
      } finally {
        await Promise.all([pipe.destroy(), ...leases.map(({ lease }) => lease.done())]);
      }
    });
    const lost = ended.findIndex(({ sent }) => sent.isLost);
    const [sending, end] = [sendings[lost], ended[lost]];
    if (sending && end) await this.#recover(sending, end.sent);
    return ended.map(({ sent }) => sent);
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await this.#wire.destroy();
  }

  async #recover(sending: Sending, lost: Exchange): Promise<void> {
    const { requirement } = sending;
    const { answerMs, recoverMs } = this.#parts.target.deadlines;
    const until = Date.now() + recoverMs;
    const look: Sending = { requirement, purpose: 'look', ...(this.#parts.look ?? defaultHealthRequest(sending)) };
    const stepMs = this.#isMet ? recoverStepMs : recoverMs / firstLooks;
    const looks = this.#isMet ? Number.POSITIVE_INFINITY : isHopeless(lost) ? 0 : firstLooks;
    for (let looked = 0; looked < looks && (looked === 0 || Date.now() < until); looked += 1) {
      const deadlineMs = Math.max(100, Math.min(answerMs, until - Date.now()));
      const { sent: back } = await this.#spend(look, { deadlineMs, client: this.#clientFor(look) });
      if (back.line.answer) return;
      await delay(stepMs);
    }
    const message = unreachableMessage(lost, { baseUrl: this.#parts.target.baseUrl, recoverMs });
    this.#halt({ cause: 'unreachable', message }, sending);
  }

  #spendingFor(sending: Sending): LimiterHandle {
    const { target, limiter } = this.#parts;
    const account = target.credentials.find(({ label }) => label === sending.account);
    return account?.quota ? this.#unleased : limiter;
  }

  /** Sends a request once the quota allows it; `repeat` says that it was throttled and may be sent again. */
  #spend(sending: Sending, how: Manner): Promise<{ sent: Exchange; repeat: boolean }> {
    return this.#parts.patiently(async () => withLease(await this.#leave(sending), () => this.#exchange(sending, how)));
  }

  #leave(sending: Sending): Promise<Lease> {
    return this.#spendingFor(sending)
      .spend(sending.method)
      .catch((error: Error) => {
        if (error instanceof Exhausted) throw error;
        const isKilled = error instanceof RunnerEnded;
        return this.#halt(isKilled ? killedHalt : { cause: 'quota', message: error.message }, sending);
      });
  }

  #halt({ cause, message }: Halt, { requirement }: Sending): never {
    this.#parts.write({ kind: 'halt', cause, requirement, message });
    throw new Unreachable(message);
  }

  /** Returns the client as which a request is sent. */
  #clientFor({ requirement }: Sending) {
    const { looks, target } = this.#parts;
    if (typeof looks !== 'number') return looks === 'fetch' ? fetchClient(target.baseUrl) : plainClient;
    const nth = (this.#sentFor.get(requirement) ?? 0) + 1;
    this.#sentFor.set(requirement, nth);
    return clientInTurn({ seed: looks, requirement, nth });
  }

  async #exchange(sending: Sending, { deadlineMs, client, pipe }: Manner): Promise<Exchange> {
    const { target, write } = this.#parts;
    // Counted immediately: another exchange may begin while this one waits.
    this.#count += 1;
    const id = `${this.#parts.prefix}-${this.#count}`;
    const headers = headersOf(sending, client);
    const sentAt = new Date().toISOString();
    const sentNs = process.hrtime.bigint();
    const { method, path, body } = sending;
    const url = (sending.origin ?? target.baseUrl) + path;
    const request = { url, method, headers, ...(body !== undefined && { body }), deadlineMs };
    const answer = await this.#over(request, sending, pipe);
    if ('status' in answer) this.#isMet = true;
    const receivedNs = process.hrtime.bigint();
    const wire = { id, headers, answer, sentAt, sentNs: String(sentNs), receivedNs: String(receivedNs) };
    const line = this.#keep(sending, wire);
    write(line);
    return Exchange.of(line);
  }

  async #over(request: WireRequest, { connection, addresses }: Sending, pipe?: Dispatcher): Promise<WireAnswer> {
    if (connection === 'cut') return sendAndAbort(request);
    if (connection === 'pipelined' && pipe) return overWire(pipe, { ...request, isPipelined: true });
    if (connection !== 'own' && !addresses) return overWire(this.#wire, request);
    const own = openWire(addresses);
    return overWire(own, request).finally(() => own.destroy());
  }

  #keep(sending: Sending, wire: Wire): ExchangeLine {
    const {
      redactor,
      target: { balances },
    } = this.#parts;
    const clean = (pairs: Headers): Headers =>
      pairs.map(([name, value]) => [redactor.clean(name), redactor.clean(value)]);
    const { requirement, combination, control, purpose, operation, readBack, method, path } = sending;
    const { clientOrderId, repeats, recalls, connection } = sending;
    const { scheme, fault, manner, credential } = effectiveSigning(sending);
    return {
      kind: 'exchange',
      id: wire.id,
      requirement,
      purpose,
      ...(operation && { operation }),
      ...(readBack && { readBack }),
      ...(combination !== undefined && { cell: combination }),
      ...(control !== undefined && { control }),
      request: {
        method,
        path: redactor.clean(path),
        headers: clean(wire.headers).map(withoutProof),
        ...(sending.body !== undefined && { body: storedSentBody(sending.body, redactor) }),
        ...(clientOrderId !== undefined && { clientOrderId }),
        signature: { scheme, ...(fault && { fault }), ...(manner && { manner }), credential: credential.label },
        ...(sending.origin !== undefined && { origin: redactor.clean(sending.origin) }),
        ...(sending.account !== undefined && { account: sending.account }),
      },
      sentAt: wire.sentAt,
      sentNs: wire.sentNs,
      receivedNs: wire.receivedNs,
      ...this.#answer(wire.answer, clean),
      ...(connection && { connection }),
      ...(repeats !== undefined && { repeats }),
      ...(recalls !== undefined && { recalls }),
      ...(balances && operation === 'GET /v1/user/wallet/balances' && { balances }),
    };
  }

  #answer(answer: WireAnswer, clean: (pairs: Headers) => Headers): Pick<ExchangeLine, 'answer' | 'failure'> {
    const { redactor } = this.#parts;
    if ('failure' in answer) return { failure: { ...answer.failure, message: redactor.clean(answer.failure.message) } };
    return {
      answer: { status: answer.status, headers: clean(answer.headers), body: storedBody(answer.body, redactor) },
    };
  }
}

/** How one request is sent: as which client, and by when its answer must have come. */
type Manner = { deadlineMs: number; client: typeof plainClient; pipe?: Dispatcher };

/** The data that the transport adds to a request. */
interface Wire {
  id: string;
  headers: Headers;
  answer: WireAnswer;
  sentAt: string;
  sentNs: string;
  receivedNs: string;
}
