import { setTimeout as delay } from 'node:timers/promises';
import { mostAtOnce } from './atOnce.ts';
import type { Exchange } from './exchange.ts';
import { type How, signingOf } from './how.ts';
import { leastOrder } from './market.ts';
import { sightingsOf } from './oracles/effect.ts';
import { bodyText, create, isPayment, type Plan, pathOf, read, shapeOf } from './plan.ts';
import { field, type PaymentSighting, textField } from './record.ts';
import type { Sending } from './sending.ts';
import type { Stage } from './stage.ts';
import type { TargetCredential } from './targets/credentials.ts';

/** Ends the test that would send a request of this method. */
type Forbid = (method: string) => never;

/** What a door is held to. */
interface Limits {
  /** Ends a test that would send anything but a GET where the run may only read. */
  forbid?: Forbid;
  /** Another account than the one under test. */
  account?: TargetCredential;
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
  readonly #stage: Stage;
  readonly #requirement: string;
  readonly #forbid: Forbid;
  readonly #account: TargetCredential | undefined;

  constructor(stage: Stage, requirement: string, { forbid = refuseToWrite, account }: Limits = {}) {
    this.#stage = stage;
    this.#requirement = requirement;
    this.#forbid = forbid;
    this.#account = account;
  }

  /** The same door for another account of the target file; what it has is none of what the account under test shows. */
  as(account: TargetCredential): Api {
    const isMain = account === this.#stage.target.credentials[0];
    return isMain ? this : new Api(this.#stage, this.#requirement, { forbid: this.#forbid, account });
  }

  /** True where the run may only read. */
  get onlyReads(): boolean {
    return this.#stage.run.selection.tier === 'passive';
  }

  /** Sends a plan once. A 5xx or a lost connection is asked again with a control between (ERR-02a). */
  async send(plan: Plan, how: How = {}): Promise<Exchange> {
    const sending = this.#sending(plan, how);
    this.#guard(sending.method);
    const sent = await this.#stage.client.send(sending);
    if (sent.class === 'crashed' || sent.isLost) await this.#confirm(plan, how, sent);
    // An order that is sound may be refused for want of money: the balances tell.
    if (sent.class === 'refused' && isPaid(plan) && how.purpose !== 'defect')
      await this.#stage.client.send(this.#sending(read.balances(), { purpose: 'look' }));
    return sent;
  }

  /** Sends plans at once, no more of them than the quota ever allows at once; nothing is asked again. */
  together(plans: readonly Plan[], how: How = {}): Promise<Exchange[]> {
    const all = plans.map((plan) => this.#sending(plan, how));
    for (const { method } of all) this.#guard(method);
    return this.#stage.client.together(all.slice(0, mostAtOnce(this.#stage, all[0]?.method ?? 'GET')));
  }

  /** Opens an absolute address once and without a credential, as the end user does who is sent there. */
  open({ origin, pathname, search }: URL): Promise<Exchange> {
    const [credential] = this.#stage.target.credentials;
    return this.#stage.client.send({
      requirement: this.#requirement,
      ...(this.#stage.cell !== undefined && { cell: this.#stage.cell }),
      purpose: 'probe',
      method: 'GET',
      origin,
      path: `${pathname}${search}`,
      signing: { scheme: 'none', credential },
    });
  }

  /** The sound twin of a plan: sent once for each shape, and watched until search shows it, which measures visibility. */
  control(plan: Plan, likeness = shapeOf(plan), how: How = {}): Promise<Exchange> {
    const shape = this.#account ? `${likeness} as ${this.#account.label}` : likeness;
    const { cell, controls, write } = this.#stage;
    // Before the memory of twins: each requirement stops for itself.
    this.#guard(methodOf(plan));
    write({ kind: 'control', requirement: this.#requirement, ...(cell !== undefined && { cell }), shape });
    const known = controls.get(shape);
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

  /** The twin of a shape, whichever worker of the run has sent it. */
  async #once(shape: string, make: () => Promise<Exchange>): Promise<Exchange> {
    const { patiently, record, spending } = this.#stage;
    const line = await patiently(() => spending.once(`control ${shape}`, async () => (await make()).line));
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

  /** An exchange order of the least amount of a listed pair; undefined when no pair is listed. */
  async madeExchange(): Promise<Exchange | undefined> {
    const body = await leastOrder(this);
    return body && this.control(create.exchange(body));
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

  async #confirm(plan: Plan, how: How, first: Exchange): Promise<void> {
    await this.#stage.client.send(this.#sending(read.methods(), { purpose: 'look' }));
    await this.#stage.client.send({ ...this.#sending(plan, { ...how, purpose: 'confirm' }), repeats: first.id });
  }

  #sending(plan: Plan, how: How): Sending {
    const method = how.method ?? methodOf(plan);
    const { keyedPlan, clientOrderId } = this.#keyed(plan);
    const sound = keyedPlan.body && bodyText(keyedPlan.body);
    const body = sound !== undefined && how.text ? how.text(sound) : sound;
    return {
      requirement: this.#requirement,
      ...(this.#stage.cell !== undefined && { cell: this.#stage.cell }),
      ...(how.control !== undefined && { control: how.control }),
      purpose: how.purpose ?? 'probe',
      ...(how.path === undefined && method === methodOf(plan) && { operation: plan.operation }),
      ...(how.readBack && { readBack: how.readBack }),
      method,
      path: how.path ?? pathOf(plan),
      ...(body !== undefined && { body }),
      ...(how.contentType !== undefined && { contentType: how.contentType }),
      ...(how.connection && { connection: how.connection }),
      ...(this.#account && { account: this.#account.label }),
      signing: signingOf(how, this.#account ?? this.#stage.target.credentials[0]),
      ...(clientOrderId !== undefined && { clientOrderId }),
    };
  }

  #keyed(plan: Plan): { keyedPlan: Plan; clientOrderId?: string } {
    if (!plan.key || !plan.body) return { keyedPlan: plan };
    const given = field(plan.body as never, plan.key);
    const clientOrderId = typeof given === 'string' ? given : this.#stage.freshKey();
    return { keyedPlan: { ...plan, body: { ...plan.body, [plan.key]: clientOrderId } }, clientOrderId };
  }
}

const methodOf = ({ operation }: Plan) => operation.slice(0, operation.indexOf(' '));

/** Operations that take from a balance. */
const paid: readonly string[] = ['POST /v1/user/payments/payout', 'POST /v1/user/exchange'];

const isPaid = ({ operation }: Plan) => paid.includes(operation);
