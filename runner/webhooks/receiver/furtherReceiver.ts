import { randomBytes } from 'node:crypto';
import { registrable, type WebhookKind } from '../../../schemas/domain/webhookKinds.ts';
import { uriEncoded } from '../../../schemas/json/uriEncoding.ts';
import type { RegistrationLine } from '../../../traffic/journal/journalTypes.ts';
import type { Redactor, Secret } from '../../../traffic/redaction/redactor.ts';
import { isLoopback } from '../../../traffic/system/webAddress.ts';
import type { Target } from '../../../traffic/target/target.ts';
import { callControlApi } from '../../../traffic/transport/controlApi.ts';
import type { ReceiverLine } from '../../worker/receiverHandle.ts';
import type { DrawnAnswers } from './drawnAnswers.ts';
import { Receiver } from './receiver.ts';
import { WebhookSecrets } from './webhookSecrets.ts';

type Known = Pick<Target, 'baseUrl' | 'control' | 'credentials' | 'webhook'>;

/** A further account, and what its receiver needs of its run. */
export interface FurtherParts {
  prefix: string;
  redactor: Redactor;
  /** Secrets of other accounts and for other purposes, with which a sender might sign by mistake. */
  otherSecrets: readonly string[];
  hasOwnClock: boolean;
  drawn: DrawnAnswers | undefined;
  write(line: ReceiverLine): void;
}

/**
 * The address of a second account's webhooks, with secrets of its own: nothing that comes there is about the account under test, and the reverse. It has a port of
 * its own, so only a target that reaches this machine without a tunnel sends there.
 */
export class FurtherReceiver {
  readonly #account: Known['credentials'][number];
  readonly #control: NonNullable<Known['control']>;
  readonly #path = `/${randomBytes(18).toString('hex')}`;
  readonly #keys = new WebhookSecrets();
  /** The kinds to be removed in the end: all but those that the control API refused. A registration whose answer is lost may have been made. */
  readonly #registered = new Set<WebhookKind>();
  #receiver: Receiver | undefined;

  /** Returns the receiver for the second account of a target; undefined if it has none, or if we cannot register for it. */
  static of({ baseUrl, control, credentials, webhook }: Known): FurtherReceiver | undefined {
    const account = credentials.find(({ purpose }) => purpose === 'second');
    const isNear = isLoopback(baseUrl) && webhook?.publicUrl === undefined;
    return account && control && isNear ? new FurtherReceiver(account, control) : undefined;
  }

  private constructor(account: Known['credentials'][number], control: NonNullable<Known['control']>) {
    this.#account = account;
    this.#control = control;
    this.#keys.derive(registrable, account.secret);
  }

  /** The secrets and the path, which must never be written. */
  get unspoken(): Secret[] {
    const { label } = this.#account;
    const secrets = this.#keys.all.map((one) => ({ ...one, label: `${one.label}, account ${label}` }));
    return [...secrets, { label: `path of webhooks, account ${label}`, value: this.#path.slice(1) }];
  }

  /** The secrets alone, with which webhooks of another account might be signed by mistake. */
  get secrets(): string[] {
    return this.#keys.all.map(({ value }) => value);
  }

  /** True for an address of this receiver: a target that sends the webhooks of another account there has confused its accounts. */
  isAt(url: string): boolean {
    return url.includes(this.#path);
  }

  /** Listens, and registers every kind that the control API takes for this account. */
  async register(parts: FurtherParts): Promise<void> {
    const { write, ...more } = parts;
    const { label: account } = this.#account;
    this.#receiver = new Receiver({
      ...more,
      listen: { host: '127.0.0.1', port: 0 },
      own: this.#path,
      secrets: this.#keys,
      write: (line) => write(line.kind === 'delivery' ? { ...line, account } : line),
    });
    await this.#receiver.listen();
    for (const kind of registrable) {
      const line = await this.#register(kind);
      write(line);
      if (!line.ok) return;
    }
  }

  /** Removes the registrations and stops listening. */
  async close(): Promise<void> {
    for (const kind of this.#registered) await this.#ask({ kind, url: null });
    await this.#receiver?.rest();
  }

  async #register(webhook: WebhookKind): Promise<RegistrationLine> {
    const askedNs = String(process.hrtime.bigint());
    const secret = this.#keys.next(webhook);
    const url = `http://127.0.0.1:${this.#receiver?.port}${this.#path}/${webhook}`;
    this.#registered.add(webhook);
    const status = await this.#ask({ kind: webhook, url, ...(secret && { secret: secret.value }) });
    if (status >= 400 && status < 500) this.#registered.delete(webhook);
    return {
      kind: 'registration',
      requirement: 'webhooks',
      webhook,
      by: 'control',
      ...(secret && { secret: secret.number }),
      account: this.#account.label,
      ok: status < 300,
      askedNs,
      atNs: String(process.hrtime.bigint()),
    };
  }

  /** Returns the status of the answer; infinite if none came. */
  async #ask(body: { kind: WebhookKind; url: string | null; secret?: string }): Promise<number> {
    const what = `accounts/${uriEncoded(this.#account.tokenId)}/webhooks`;
    const answer = await callControlApi(this.#control, { what, body });
    return 'status' in answer ? answer.status : Number.POSITIVE_INFINITY;
  }
}
