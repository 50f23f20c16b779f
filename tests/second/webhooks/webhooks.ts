import type { Clock } from '../core/clock.ts';
import { type JsonObject, writeJson } from '../core/json.ts';
import type { Account } from '../domain/account.ts';
import { Sender } from './post.ts';

/** The kinds of webhook that can be set. */
export const WEBHOOK_KINDS = [
  'payment',
  'checkout',
  'request',
  'staticAddressPayment',
  'massPayoutBatch',
  'massPayoutOrder',
] as const;

/** A kind of webhook. */
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

interface Target {
  url: string;
  secret?: string | undefined;
}

const RETRIES = 10;
const FIRST_DELAY_MS = 170_000;

/** How long to wait before a retry: a few minutes at first, twice as long every time, two days in all. */
function retryDelay(retry: number): number {
  return FIRST_DELAY_MS * 2 ** (retry - 1);
}

/** Where webhooks go, and their delivery with retries. */
export class Webhooks {
  private readonly targets = new Map<string, Target>();
  private readonly sender = new Sender();

  constructor(private readonly clock: Clock) {}

  /** Sets the target of a kind for some accounts, or takes it away. */
  configure(kind: WebhookKind, accounts: Account[], target: Target | undefined): void {
    for (const account of accounts) {
      if (target) this.targets.set(keyOf(kind, account), target);
      else this.targets.delete(keyOf(kind, account));
    }
  }

  /** Sends the state of something as it is now, if the account has a target for that kind. */
  emit(kind: WebhookKind, account: Account, state: JsonObject): void {
    const key = keyOf(kind, account);
    if (!this.targets.has(key)) return;
    const body = new TextEncoder().encode(writeJson(state));
    this.attempt(key, body, 0);
  }

  /** Breaks off what is being sent. */
  close(): void {
    this.sender.close();
  }

  private attempt(key: string, body: Uint8Array, retry: number): void {
    const target = this.targets.get(key);
    if (target === undefined) return;
    const sent = this.sender.send({ ...target, body }).catch(() => false);
    const attempt = sent.then((delivered) => {
      if (delivered || retry === RETRIES) return;
      this.clock.after(retryDelay(retry + 1), () => this.attempt(key, body, retry + 1));
    });
    this.clock.track(attempt);
  }
}

function keyOf(kind: WebhookKind, account: Account): string {
  return `${kind} ${account.ownerId}`;
}
