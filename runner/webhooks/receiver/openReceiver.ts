import type { WebhookKind } from '../../../schemas/domain/webhookKinds.ts';
import { Journal } from '../../../traffic/journal/journal.ts';
import type { RegistrationLine } from '../../../traffic/journal/journalTypes.ts';
import { type Run, runFilesOf } from '../../../traffic/journal/run.ts';
import { defaultListen, type Target } from '../../../traffic/target/target.ts';
import { hasOwnClock } from '../../../traffic/target/targetFacts.ts';
import { drawnCards } from '../../../traffic/target/testCards.ts';
import { registeredUrls } from '../../../traffic/transport/controlApi.ts';
import { Api } from '../../worker/api.ts';
import { canMoveClock } from '../../worker/controlActions.ts';
import { noReceiver, type ReceiverHandle, type ReceiverLine, type SecretRenewal } from '../../worker/receiverHandle.ts';
import { openWorker, redactorFor } from '../../worker/worker.ts';
import { DrawnAnswers } from './drawnAnswers.ts';
import { FurtherReceiver } from './furtherReceiver.ts';
import { listenOn } from './listenOn.ts';
import { type ExperimentStore, LocalReceiver } from './localReceiver.ts';
import { isAttempt, Receiver } from './receiver.ts';
import { ReceiverLines } from './receiverLines.ts';
import { type RegistrationOrder, registerWebhook } from './registerWebhook.ts';
import {
  baseFor,
  kindsOf,
  needsReceiver,
  type ReceiverBase,
  type RegistrationWay,
  registrationWays,
} from './registrationWays.ts';
import { besidePayments, partOf } from './webhookPath.ts';
import { secretsFor, type WebhookSecrets } from './webhookSecrets.ts';

/** The receiver of a run, for the process that has opened it. */
export interface OpenReceiver {
  receiver: ReceiverHandle;
  /** Registers our address for the target's webhooks; called once, before the first test. */
  register(): Promise<void>;
  /** Closes the receiver. Removes the registrations that the control API has made, unless webhooks are still expected. */
  close(end?: { stays?: boolean }): Promise<void>;
}

/** The run and the target for which a receiver is opened. */
export interface ReceiverOpening {
  run: Run;
  target: Target;
  experiments?: ExperimentStore | undefined;
}

/** Request webhooks are not signed, so that a run sees both signed and unsigned webhooks. */
const withoutSecret: WebhookKind = 'request';

/** The largest total length of the bodies that one receiver stores, characters. */
const budget = 64 * 1024 * 1024;

/** The state of an open receiver during its run. */
class Office {
  readonly #opening: ReceiverOpening;
  readonly #base: ReceiverBase;
  readonly #name: string;
  readonly #secrets: WebhookSecrets;
  readonly #journal: Journal;
  readonly #lines = new ReceiverLines();
  readonly #receiver: Receiver;
  readonly #registrations: RegistrationLine[] = [];
  readonly #kinds: readonly WebhookKind[];
  readonly #further: FurtherReceiver | undefined;
  #stages = 0;
  readonly hearing: ReceiverHandle;

  constructor(opening: ReceiverOpening, base: ReceiverBase) {
    const { run, target, experiments } = opening;
    this.#opening = opening;
    this.#base = base;
    this.#kinds = kindsOf(target, this.#onlyReads);
    this.#secrets = secretsFor(target, this.#onlyReads);
    this.#further = this.#onlyReads ? undefined : FurtherReceiver.of(target);
    this.#name = `${run.selection.shard ? `s${run.selection.shard.index}` : ''}hooks`;
    this.#journal = new Journal(runFilesOf(run.out).journal, this.#name, budget);
    this.#receiver = this.#receiverCalled(this.#name);
    for (const { match, plan, seen } of experiments?.plans() ?? [])
      this.#receiver.plans.add({ text: match, plan }, seen);
    this.hearing = new LocalReceiver({
      receiver: this.#receiver,
      received: this.#lines,
      experiments,
      secrets: this.#unspoken,
      status: () => this.#status(),
      renew: (wanted) => this.#renew(wanted),
      check: () => this.#check(),
      write: (line) => this.#write(line),
    });
  }

  get #onlyReads(): boolean {
    return this.#opening.run.selection.tier === 'passive';
  }

  /** The secrets that must never be written, and the paths that only the target may know. */
  get #unspoken() {
    const path = { label: 'path of webhooks', value: this.#base.own.slice(1) };
    return [...this.#secrets.all, path, ...(this.#further?.unspoken ?? [])];
  }

  /** The last registration of each kind that was confirmed. */
  get #confirmed(): ReadonlyMap<WebhookKind, RegistrationLine> {
    return new Map(this.#registrations.filter(({ ok }) => ok).map((line) => [line.webhook, line]));
  }

  #status() {
    const by = (...ways: RegistrationWay[]) =>
      this.#kinds.filter((kind) => ways.some((way) => way === this.#confirmed.get(kind)?.by));
    return { kinds: by('control', 'api', 'operator'), renewable: by('control', 'api'), droppable: by('control') };
  }

  async listen(): Promise<void> {
    await listenOn(this.#receiver, this.#opening.target.webhook?.listen ?? defaultListen);
    this.#opening.experiments?.listening();
  }

  async register(): Promise<void> {
    for (const kind of this.#kinds) await this.#register(kind);
    const parts = this.#partsCalled(`${this.#name}2`);
    const otherSecrets = [...parts.otherSecrets, ...this.#secrets.all.map(({ value }) => value)];
    await this.#further?.register({ ...parts, otherSecrets });
  }

  async close({ stays = false }: { stays?: boolean } = {}): Promise<void> {
    const last = new Map(this.#registrations.map((line) => [line.webhook, line]));
    for (const { webhook, by, ok } of last.values())
      if (ok && by === 'control' && !stays)
        await this.#send({ kind: webhook, url: null, way: by, requirement: 'webhooks' });
    this.#opening.experiments?.resting();
    await this.#receiver.rest();
    await this.#further?.close();
    this.#journal.close();
  }

  /** Returns what the receivers of all accounts need. */
  #partsCalled(prefix: string) {
    const { run, target } = this.#opening;
    const redactor = redactorFor(target, drawnCards(run.seed, target.mockCards));
    for (const secret of this.#unspoken) redactor.know(secret);
    return {
      prefix,
      redactor,
      otherSecrets: target.credentials.map(({ secret }) => secret),
      hasOwnClock: hasOwnClock(target.facts),
      drawn: canMoveClock(target, run.selection) ? new DrawnAnswers(run.seed) : undefined,
      write: (line: ReceiverLine) => this.#write(line),
    };
  }

  #receiverCalled(prefix: string): Receiver {
    const { target, experiments } = this.#opening;
    const parts = this.#partsCalled(prefix);
    return new Receiver({
      ...parts,
      listen: target.webhook?.listen ?? defaultListen,
      own: this.#base.own,
      secrets: this.#secrets,
      otherSecrets: [...parts.otherSecrets, ...(this.#further?.secrets ?? [])],
      targetNow: experiments?.targetNow,
      sourceHeader: target.webhook?.sourceHeader,
      // If the process dies before the answer, the store keeps this state.
      arrived: (line) => experiments?.take({ ...line, answered: 'closed' }),
    });
  }

  #write(line: ReceiverLine): void {
    this.#lines.add(this.#journal.write(line) as ReceiverLine);
    if (line.kind !== 'deaf' && line.account !== undefined) return;
    if (line.kind === 'registration') this.#registrations.push(line);
    if (line.kind === 'delivery' && isAttempt(line)) this.#opening.experiments?.take(line);
  }

  /** Registers a kind with its first secret or none, in the best way that succeeds. */
  async #register(kind: WebhookKind): Promise<void> {
    const { target } = this.#opening;
    const [url, requirement, isBare] = [this.#urlOf(kind), 'webhooks', kind === withoutSecret];
    const own = isBare ? undefined : this.#secrets.next(kind);
    for (const way of registrationWays(target, kind, this.#onlyReads)) {
      const secret = way === 'operator' ? this.#secrets.give(kind, target) : own;
      // A control action costs no POST: the secret that signs no more is a former one, which a target may still know.
      const former = isBare && way === 'control' ? this.#secrets.next(kind) : undefined;
      const isGiven = former !== undefined && (await this.#send({ kind, url, way, secret: former, requirement }));
      if ((await this.#send({ kind, url, way, secret, requirement })) || isGiven) return;
    }
  }

  /**
   * Gives a kind its next secret or none, in the way in which it was registered. Only the control API takes a secret away: the target's own API may keep the
   * one that it has if an address comes without any.
   */
  async #renew({ kind, requirement, isBare }: SecretRenewal): Promise<boolean> {
    const way = this.#confirmed.get(kind)?.by;
    if (way === undefined || way === 'operator' || (isBare && way !== 'control')) return false;
    const order = { kind, url: this.#urlOf(kind), way, requirement };
    if (isBare) return this.#send({ ...order, secret: undefined });
    // A target may refuse the shape of one secret, and take the next.
    for (let secret = this.#secrets.next(kind); secret; secret = this.#secrets.next(kind))
      if (await this.#send({ ...order, secret })) return true;
    return false;
  }

  #urlOf(kind: WebhookKind): string {
    const origin = this.#base.origin ?? `http://127.0.0.1:${this.#receiver.port}`;
    const shares = besidePayments(this.#kinds, this.#opening.run.seed);
    return `${origin}${this.#base.own}/${partOf(kind, shares)}`;
  }

  /**
   * Logs registrations that somebody else has replaced, as far as the control API shows them. Logs nothing if no address is registered, because then the target
   * has lost the registration. The address of the second account is left out: it may be listed too, and if it has replaced ours, the target did that.
   */
  async #check(): Promise<void> {
    const { control } = this.#opening.target;
    for (const line of control ? this.#confirmed.values() : []) {
      const listed = control && !line.removed ? await registeredUrls(control, line.webhook) : [];
      const urls = listed.filter((url) => !this.#further?.isAt(url));
      if (urls.length > 0 && !urls.includes(this.#urlOf(line.webhook)))
        this.#write({ ...line, ok: false, replaced: true });
    }
  }

  async #send(ordered: RegistrationOrder): Promise<boolean> {
    const { run, target } = this.#opening;
    const shard = run.selection.shard?.index;
    const withApi = <T>(use: (api: Api) => Promise<T>) => this.#withApi(use);
    const line = await registerWebhook({ target, shard, withApi }, ordered);
    this.#write(line);
    return line.ok;
  }

  async #withApi<T>(use: (api: Api) => Promise<T>): Promise<T> {
    const { run, target } = this.#opening;
    this.#stages += 1;
    const known = { ...target, secrets: [...target.secrets, ...this.#unspoken] };
    const worker = await openWorker({ run, target: known, name: `register${this.#stages}`, receiver: noReceiver });
    try {
      return await use(new Api(worker, 'webhooks'));
    } finally {
      await worker.close();
    }
  }
}

/** Opens the receiver of a run; undefined if the run has no requirements on webhooks, or the target cannot reach a receiver. */
export async function openReceiver(opening: ReceiverOpening): Promise<OpenReceiver | undefined> {
  const base = baseFor(opening.target);
  if (!base || !needsReceiver(opening)) return undefined;
  const office = new Office(opening, base);
  await office.listen();
  return {
    receiver: office.hearing,
    register: () => office.register(),
    close: (end) => office.close(end),
  };
}
