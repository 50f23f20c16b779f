import { setTimeout as delay } from 'node:timers/promises';
import { sightingsOf } from '../../oracles/core/creationEffect.ts';
import { failuresIn, isUnresolved } from '../../oracles/payments/unresolvedWrites.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { type PaymentSighting, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import type { TargetCredential } from '../../traffic/target/credentials.ts';
import { controlKey, create, isPayment, type Plan, read } from '../../traffic/transport/requestPlan.ts';
import type { Sending } from '../../traffic/transport/sending.ts';
import type { SendOptions } from '../../traffic/transport/sendOptions.ts';
import { buildSending, methodOf, openingOf } from './buildSending.ts';
import { maxConcurrency } from './concurrency.ts';
import { explanatoryReads } from './explanatoryReads.ts';
import { repeatFailedRead } from './repeatFailedRead.ts';
import { refuseToRepeat, similarityKeys } from './similarWrites.ts';
import { repeatWrite } from './unresolvedWrites.ts';
import type { Worker } from './worker.ts';

/** Ends the test that would send a request of this method. */
type Forbid = (method: string) => never;

/** What a door is held to. */
interface Limits {
  /** Ends a test that would send anything but a GET where the run may only read. */
  forbid?: Forbid;
  /** Another account than the one under test. */
  account?: TargetCredential;
  /** Ends a test that would send an order again of which nobody knows what became. */
  stop?: (fault: Fault) => never;
}

function refuseToWrite(method: string): never {
  throw new Error(`a run that only reads was about to send a ${method}`);
}

/** After so many payments in a row that search did not show in time, no other is waited for. */
const mostUnseen = 5;

/** Balances are given this long to follow an order where that is not what is judged, ms. */
export const followMs = 2_000;

/** Between two looks for something that is to appear, ms. */
const lookStepMs = 100;

/** The door of one requirement: what it sends is kept under its id. */
export class Api {
  readonly #stage: Worker;
  readonly #requirement: string;
  readonly #forbid: Forbid;
  readonly #account: TargetCredential | undefined;
  readonly #stop: (fault: Fault) => never;

  constructor(stage: Worker, requirement: string, limits: Limits = {}) {
    const { forbid = refuseToWrite, account, stop = refuseToRepeat } = limits;
    this.#stage = stage;
    this.#requirement = requirement;
    this.#forbid = forbid;
    this.#account = account;
    this.#stop = stop;
  }

  /** The same door for another account of the target file; what it has is none of what the account under test shows. */
  as(account: TargetCredential): Api {
    const isMain = account === this.#stage.target.credentials[0];
    if (isMain) return this;
    return new Api(this.#stage, this.#requirement, { forbid: this.#forbid, stop: this.#stop, account });
  }

  /** True where the run may only read. */
  get onlyReads(): boolean {
    return this.#stage.run.selection.tier === 'passive';
  }

  /**
   * Sends a plan once. A read that is answered with a 5xx, or not at all, is asked again with a control between, and what is answered then is its answer
   * (ERR-02a). A write is not, but for a sound one that has made nothing and is likely to pass: what became of all others is looked for when the test
   * has ended (`doubts.ts`), and until then nothing like it is sent.
   */
  async send(plan: Plan, how: SendOptions = {}): Promise<Exchange> {
    const sending = this.#sending(plan, how);
    this.#guard(sending.method);
    this.#guardAlike([sending]);
    const first = await this.#stage.client.send(sending);
    this.#note(sending, first);
    const control = () => this.#stage.client.send(this.#sending(read.methods(), { purpose: 'look' }));
    const answered = await repeatFailedRead(this.#stage, { sending, first }, control);
    const isSound = sending.purpose !== 'defect' && this.#account === undefined;
    const sent = isSound ? await repeatWrite(this.#stage, this, answered) : answered;
    if (sent !== answered) for (const mark of similarityKeys(sending)) this.#stage.unresolvedByKey.delete(mark);
    for (const look of explanatoryReads(sent))
      await this.#stage.client.send(this.#sending(look, { purpose: 'reread' }));
    return sent;
  }

  /** Sends plans at once, no more of them than the quota ever allows at once; nothing is asked again. */
  async together(plans: readonly Plan[], how: SendOptions = {}): Promise<Exchange[]> {
    const all = plans.map((plan) => this.#sending(plan, how));
    for (const { method } of all) this.#guard(method);
    this.#guardAlike(all);
    const some = all.slice(0, maxConcurrency(this.#stage, all[0]?.method ?? 'GET'));
    const sent = await this.#stage.client.together(some);
    for (const [index, sending] of some.entries()) this.#note(sending, sent[index]);
    return sent;
  }

  /** Opens an absolute address once and without a credential, as the end user does who is sent there; by these addresses alone, where some are given. */
  open(url: URL, addresses?: Sending['addresses']): Promise<Exchange> {
    return this.#stage.client.send(openingOf(this.#stage, url, { requirement: this.#requirement, addresses }));
  }

  /** How many requests of the test were answered with a 5xx, or not at all: what they would have shown is no reason to send another order. */
  get losses(): number {
    return failuresIn(this.#stage.record, this.#requirement);
  }

  /** The sound twin of a plan: sent once for each shape, and watched until search shows it, which measures visibility. */
  async control(plan: Plan, likeness = controlKey(plan), how: SendOptions = {}): Promise<Exchange> {
    const shape = this.#account ? `${likeness} as ${this.#account.label}` : likeness;
    const { combination, controls, write } = this.#stage;
    // Before the memory of twins: each requirement stops for itself.
    this.#guard(methodOf(plan));
    write({
      kind: 'control',
      requirement: this.#requirement,
      ...(combination !== undefined && { cell: combination }),
      shape,
    });
    // A requirement that stopped on the way stops for itself alone: the next one asks anew.
    const begun = controls.get(shape);
    const known = begun && (await begun.catch(() => undefined));
    if (known) return known;
    const shared = this.#once(shape, async () => {
      const exchange = await this.send(plan, { ...how, purpose: 'control', control: shape });
      if (exchange.class === 'accepted' && isPayment(plan) && !this.#account) await this.appears(exchange);
      return exchange;
    });
    controls.set(shape, shared);
    return shared;
  }

  #guard(method: string): void {
    if (this.#stage.run.selection.tier === 'passive' && method !== 'GET') this.#forbid(method);
  }

  /** Nobody knows what became of an order that is alike: another one may be one too many. An account that is to be used up is asked the same again and again. */
  #guardAlike(sendings: readonly Sending[]): void {
    if (this.#account?.quota) return;
    const known = sendings.flatMap(similarityKeys).map((mark) => this.#stage.unresolvedByKey.get(mark));
    const first = known.find((one) => one !== undefined);
    if (first) this.#stop({ code: 'unsettled', request: first.request, seen: first.seen, exchanges: [first.id] });
  }

  #note(sending: Sending, sent: Exchange | undefined): void {
    if (!sent || this.#account?.quota || !isUnresolved(sent)) return;
    for (const mark of similarityKeys(sending)) this.#stage.unresolvedByKey.set(mark, sent);
  }

  /** The twin of a shape, whichever worker of the run has sent it. */
  async #once(shape: string, make: () => Promise<Exchange>): Promise<Exchange> {
    const { patiently, record, limiter } = this.#stage;
    const line = await patiently(() => limiter.once(`control ${shape}`, async () => (await make()).line));
    if (!record.has(line.id)) record.add(line);
    return record.exchange(line.id);
  }

  /** The id of a payment that the account has, whoever made it; undefined when the list shows none. */
  async listedPayment(): Promise<string | undefined> {
    const { json } = await this.control(read.payments());
    return Array.isArray(json) ? json.map((one) => textField(one, 'id')).find((id) => id !== undefined) : undefined;
  }

  /** The id of a pay-in that is made for the purpose; undefined when it is refused. */
  async madePayment(body: Record<string, unknown>): Promise<string | undefined> {
    return textField((await this.control(create.payin(body))).json, 'id');
  }

  /** One look for the payment of a creation, by search. */
  look({ line: { control, request } }: Exchange): Promise<Exchange> {
    const plan = read.search({ clientOrderId: request.clientOrderId ?? '' });
    return this.send(plan, { purpose: 'look', ...(control !== undefined && { control }) });
  }

  /** Looks until search shows the payment of a creation, or the target's deadline for visibility has passed. */
  appears(created: Exchange): Promise<boolean> {
    const isThere = () => this.#sightings(created).some(({ source }) => source === 'search');
    return this.#awaits(created, isThere, this.#stage.target.deadlines.visibleMs);
  }

  /** Looks until the payment of a creation has one of these statuses, or the target's deadline for final statuses has passed. */
  reaches(created: Exchange, ...statuses: readonly string[]): Promise<boolean> {
    const isThere = () =>
      this.#sightings(created).some(({ value }) => statuses.includes(textField(value, 'status') ?? ''));
    return this.#awaits(created, isThere, this.#stage.target.deadlines.finalMs);
  }

  #sightings({ line }: Exchange): PaymentSighting[] {
    const { clientOrderId } = line.request;
    return clientOrderId === undefined ? [] : sightingsOf(this.#stage.record, clientOrderId);
  }

  /**
   * Once is enough where the target said that it makes no payment, and where search has shown none of many: the sweep looks
   * for all of them again.
   */
  async #awaits(created: Exchange, isThere: () => boolean, deadlineMs: number): Promise<boolean> {
    const isMade = created.class !== 'refused' && created.class !== 'throttled';
    const isAwaited = isMade && this.#stage.unseen < mostUnseen;
    const found = await this.until(() => this.look(created), isThere, isAwaited ? deadlineMs : 0);
    const isShown = this.#sightings(created).some(({ source }) => source !== 'create');
    if (isMade) this.#stage.unseen = isShown ? 0 : this.#stage.unseen + 1;
    return found;
  }

  /** The id of the payment of a creation, once search shows it; undefined when it does not by the deadline. */
  async paymentOf(created: Exchange): Promise<string | undefined> {
    await this.appears(created);
    const [seen] = sightingsOf(this.#stage.record, created.line.request.clientOrderId ?? '');
    return seen && textField(seen.value, 'id');
  }

  /** Looks again and again until something is so; the last look begins when the deadline, in ms, has passed. Says whether it came to be so. */
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

  /** Waits; that is not test time. */
  async pause(ms: number): Promise<void> {
    await this.#stage.patiently(() => delay(ms));
  }

  #sending(plan: Plan, how: SendOptions): Sending {
    return buildSending(this.#stage, plan, { how, requirement: this.#requirement, account: this.#account });
  }
}
