import { setTimeout as delay } from 'node:timers/promises';
import { sightingsOfCreated } from '../../oracles/core/createdPayments.ts';
import { failuresIn, isUnresolved } from '../../oracles/payments/unresolvedWrites.ts';
import type { PayinBody } from '../../schemas/requestTypes.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { type PaymentSighting, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import type { TargetCredential } from '../../traffic/target/credentials.ts';
import { controlKey, create, isPayment, type Plan, read } from '../../traffic/transport/requestPlan.ts';
import type { Sending } from '../../traffic/transport/sending.ts';
import type { SendOptions } from '../../traffic/transport/sendOptions.ts';
import { buildSending, methodOf, openingOf } from './buildSending.ts';
import { maxConcurrency } from './concurrency.ts';
import { waitingFor } from './currentWait.ts';
import { explanatoryReads } from './explanatoryReads.ts';
import { repeatFailedRead } from './repeatFailedRead.ts';
import { refuseToRepeat, similarityKeys } from './similarWrites.ts';
import { repeatWrite } from './unresolvedWrites.ts';
import type { Worker } from './worker.ts';

/** Ends a test that would send a request with this method. */
type Forbid = (method: string) => never;

/** The limits of an API. */
interface Limits {
  /** Ends a test that would send anything but a GET; given only if the run may only read. */
  forbid?: Forbid;
  /** An account other than the one under test. */
  account?: TargetCredential;
  /** Ends a test that would repeat an order whose result is unknown. */
  stop?: (fault: Fault) => never;
}

function refuseToWrite(method: string): never {
  throw new Error(`the run only reads, but it was about to send a ${method}`);
}

/** After this many payments in a row that search did not show in time, no further payment is waited for. */
const mostUnseen = 5;

/** How long balances may take to follow an order in tests that do not judge this, ms. */
export const followMs = 2_000;

/** The pause between two reads while the run waits for something to appear, ms. */
const lookStepMs = 100;

/** Sends the requests of one requirement and stores them under its id. */
export class Api {
  readonly #worker: Worker;
  readonly #requirement: string;
  readonly #forbid: Forbid;
  readonly #account: TargetCredential | undefined;
  readonly #stop: (fault: Fault) => never;
  /** The keys of the control requests that this requirement needed, in order. */
  readonly needed: string[] = [];

  constructor(worker: Worker, requirement: string, limits: Limits = {}) {
    const { forbid = refuseToWrite, account, stop = refuseToRepeat } = limits;
    this.#worker = worker;
    this.#requirement = requirement;
    this.#forbid = forbid;
    this.#account = account;
    this.#stop = stop;
  }

  /** Returns this API for another account of the target file, whose records are separate from those of the account under test. */
  as(account: TargetCredential): Api {
    if (account === this.#worker.target.credentials[0]) return this;
    return new Api(this.#worker, this.#requirement, { forbid: this.#forbid, stop: this.#stop, account });
  }

  /** True if the run may only read. */
  get onlyReads(): boolean {
    return this.#worker.run.selection.tier === 'passive';
  }

  /**
   * Sends a plan once. A read that gets a 5xx or no answer is repeated, with a control request before each repetition, and the last answer counts (ERR-02a). A
   * write is repeated only if it is valid, has made nothing and is likely to succeed. What became of all other writes is checked when the test has ended
   * (`unresolvedWrites.ts`); until then no similar write is sent.
   */
  async send(plan: Plan, how: SendOptions = {}): Promise<Exchange> {
    const sending = this.#sending(plan, how);
    this.#guard(sending.method);
    this.#guardAlike([sending]);
    const first = await this.#worker.client.send(sending);
    this.#note(sending, first);
    const control = () => this.#worker.client.send(this.#sending(read.methods(), { purpose: 'look' }));
    const answered = await repeatFailedRead(this.#worker, { sending, first }, control);
    const isValid = sending.purpose !== 'defect' && this.#account === undefined;
    const sent = isValid ? await repeatWrite(this.#worker, this, answered) : answered;
    if (sent !== answered) for (const mark of similarityKeys(sending)) this.#worker.unresolvedByKey.delete(mark);
    for (const look of explanatoryReads(sent))
      await this.#worker.client.send(this.#sending(look, { purpose: 'reread' }));
    return sent;
  }

  /** Sends plans at the same time, but never more than the quota allows at once; nothing is repeated. */
  async together(plans: readonly Plan[], how: SendOptions = {}): Promise<Exchange[]> {
    const all = plans.map((plan) => this.#sending(plan, how));
    for (const { method } of all) this.#guard(method);
    this.#guardAlike(all);
    const some = all.slice(0, maxConcurrency(this.#worker, all[0]?.method ?? 'GET'));
    const sent = await this.#worker.client.together(some);
    for (const [index, sending] of some.entries()) this.#note(sending, sent[index]);
    return sent;
  }

  /** Opens an absolute address once and without credentials, as an end user would; if addresses are given, it connects only to those. */
  open(url: URL, addresses?: Sending['addresses']): Promise<Exchange> {
    return this.#worker.client.send(openingOf(this.#worker, url, { requirement: this.#requirement, addresses }));
  }

  /** How many requests of the test got a 5xx or no answer. Their missing results are no reason to send another order. */
  get losses(): number {
    return failuresIn(this.#worker.record, this.#requirement);
  }

  /**
   * Sends the control request of a plan once for each key, and waits until search shows its payment. The wait also measures how soon payments become visible.
   */
  async control(plan: Plan, key = controlKey(plan), how: SendOptions = {}): Promise<Exchange> {
    const shape = this.#account ? `${key} as ${this.#account.label}` : key;
    // This check comes before the cache, so that each requirement stops on its own.
    this.#guard(methodOf(plan));
    this.needs(shape);
    // If an earlier requirement stopped while it sent this control request, this requirement sends the request again.
    const begun = this.#worker.controls.get(shape);
    const known = begun && (await begun.catch(() => undefined));
    if (known) return known;
    const shared = this.#once(shape, async () => {
      const exchange = await this.send(plan, { ...how, purpose: 'control', control: shape });
      if (exchange.class === 'accepted' && isPayment(plan) && !this.#account) await this.appears(exchange);
      return exchange;
    });
    this.#worker.controls.set(shape, shared);
    return shared;
  }

  /** Notes that this requirement needs a control request, by its key: it counts for each, though it is sent once. */
  needs(shape: string): void {
    const { combination: cell, write } = this.#worker;
    write({ kind: 'control', requirement: this.#requirement, ...(cell !== undefined && { cell }), shape });
    this.needed.push(shape);
  }

  #guard(method: string): void {
    if (this.#worker.run.selection.tier === 'passive' && method !== 'GET') this.#forbid(method);
  }

  /**
   * Stops the test if the result of a similar order is unknown, because the target may have accepted that order. The rate-limit account is exempt, because its
   * test repeats requests.
   */
  #guardAlike(sendings: readonly Sending[]): void {
    if (this.#account?.quota) return;
    const known = sendings.flatMap(similarityKeys).map((mark) => this.#worker.unresolvedByKey.get(mark));
    const first = known.find((one) => one !== undefined);
    if (first) this.#stop({ code: 'unsettled', request: first.request, seen: first.seen, exchanges: [first.id] });
  }

  #note(sending: Sending, sent: Exchange | undefined): void {
    if (!sent || this.#account?.quota || !isUnresolved(sent)) return;
    for (const mark of similarityKeys(sending)) this.#worker.unresolvedByKey.set(mark, sent);
  }

  /** Returns the control request of a key, from whichever worker of the run has sent it. */
  async #once(shape: string, make: () => Promise<Exchange>): Promise<Exchange> {
    const { patiently, record, limiter } = this.#worker;
    const line = await patiently(() => limiter.once(`control ${shape}`, async () => (await make()).line));
    if (!record.has(line.id)) record.add(line);
    return record.exchange(line.id);
  }

  /** Returns the id of any payment of the account; undefined if the list shows none. */
  async listedPayment(): Promise<string | undefined> {
    const { json } = await this.control(read.payments());
    return Array.isArray(json) ? json.map((one) => textField(one, 'id')).find((id) => id !== undefined) : undefined;
  }

  /** Makes a pay-in and returns its id; undefined if it is refused. */
  async madePayment(body: PayinBody): Promise<string | undefined> {
    return textField((await this.control(create.payin(body))).json, 'id');
  }

  /** Searches once for the payment of a creation, by the id of its order if it was sent without one of ours. */
  look({ line: { control, request }, text }: Exchange): Promise<Exchange> {
    const { clientOrderId } = request;
    const plan = read.search(clientOrderId === undefined ? { orderId: text.trim() } : { clientOrderId });
    return this.send(plan, { purpose: 'look', ...(control !== undefined && { control }) });
  }

  /** Searches until the payment of a creation appears or the target's deadline for visibility has passed. */
  appears(created: Exchange): Promise<boolean> {
    const isThere = () => this.#sightings(created).some(({ source }) => source === 'search');
    return this.#awaits(created, isThere, this.#worker.target.deadlines.visibleMs);
  }

  /** Searches until the payment of a creation has one of these statuses or the target's deadline for final statuses has passed. */
  reaches(created: Exchange, ...statuses: readonly string[]): Promise<boolean> {
    const isThere = () =>
      this.#sightings(created).some(({ value }) => statuses.includes(textField(value, 'status') ?? ''));
    return this.#awaits(created, isThere, this.#worker.target.deadlines.finalMs);
  }

  #sightings(created: Exchange): readonly PaymentSighting[] {
    return sightingsOfCreated(this.#worker.record, created);
  }

  /**
   * Searches only once if the target refused the creation, or if search has not shown the last `mostUnseen` payments in time. The final reads search for all of
   * these payments again.
   */
  async #awaits(created: Exchange, isThere: () => boolean, deadlineMs: number): Promise<boolean> {
    const isMade = created.class !== 'refused' && created.class !== 'throttled';
    const isAwaited = isMade && this.#worker.unseen < mostUnseen;
    const found = await this.until(() => this.look(created), isThere, isAwaited ? deadlineMs : 0);
    const isShown = this.#sightings(created).some(({ source }) => source !== 'create');
    if (isMade) this.#worker.unseen = isShown ? 0 : this.#worker.unseen + 1;
    return found;
  }

  /** Returns the id of the payment of a creation once search shows it; undefined if it does not by the deadline. */
  async paymentOf(created: Exchange): Promise<string | undefined> {
    await this.appears(created);
    const [seen] = this.#sightings(created);
    return seen && textField(seen.value, 'id');
  }

  /** Calls `look` until a condition holds. The last call starts after the deadline, ms, has passed. Returns whether the condition holds. */
  async until(look: () => Promise<unknown>, isSo: () => boolean, deadlineMs: number): Promise<boolean> {
    const until = Date.now() + deadlineMs;
    for (;;) {
      const isLast = Date.now() >= until;
      await look();
      if (isSo()) return true;
      if (isLast) return false;
      await this.pause(lookStepMs);
    }
  }

  /** Waits without using test time. */
  async pause(ms: number): Promise<void> {
    await this.#worker.patiently(() => waitingFor('a status', () => delay(ms)));
  }

  #sending(plan: Plan, how: SendOptions): Sending {
    return buildSending(this.#worker, plan, { how, requirement: this.#requirement, account: this.#account });
  }
}
