import { createHmac } from 'node:crypto';
import type { Secret } from '../../../traffic/redaction/redactor.ts';
import type { WebhookKind } from '../../../traffic/target/file/targetFile.ts';
import type { Target } from '../../../traffic/target/target.ts';
import type { NumberedSecret } from './digest.ts';
import { kindsOf, registrationWays } from './registrationWays.ts';

/** So many secrets of a kind there are: one to begin with, and one to renew it by. */
const ofEach = 2;

/**
 * The secrets by which webhooks are signed, counted for each kind from 1. They are derived from a secret of the account's: what an
 * earlier run has registered is known to the next one, and is written nowhere.
 */
export class WebhookSecrets {
  readonly #known = new Map<WebhookKind, readonly NumberedSecret[]>();
  readonly #used = new Map<WebhookKind, number>();

  /** Derives the secrets of these kinds. */
  derive(kinds: readonly WebhookKind[], from: string): void {
    for (const kind of kinds) {
      const secrets = Array.from({ length: ofEach }, (_, index) => ({
        number: index + 1,
        value: createHmac('sha256', from)
          .update(`assay webhook ${kind} ${index + 1}`)
          .digest('hex'),
      }));
      this.#known.set(kind, secrets);
    }
  }

  /** The next secret of a kind that this run has not used; undefined where all are. */
  next(kind: WebhookKind): NumberedSecret | undefined {
    const used = this.#used.get(kind) ?? 0;
    this.#used.set(kind, used + 1);
    return this.#known.get(kind)?.[used];
  }

  /** Takes the one secret that the operator says is configured for a kind; undefined where its webhooks go unsigned. */
  give(kind: WebhookKind, { webhook }: Pick<Target, 'webhook'>): NumberedSecret | undefined {
    if (webhook?.secret === undefined || webhook.unsigned?.includes(kind)) return undefined;
    const secret = { number: 1, value: webhook.secret };
    this.#known.set(kind, [secret]);
    return secret;
  }

  /** All secrets of a kind; of all kinds where one path serves all. */
  of(kind: WebhookKind | undefined): readonly NumberedSecret[] {
    return kind === undefined ? [...this.#known.values()].flat() : (this.#known.get(kind) ?? []);
  }

  /** Those of the other kinds. */
  besides(kind: WebhookKind | undefined): string[] {
    if (kind === undefined) return [];
    return [...this.#known].flatMap(([other, secrets]) => (other === kind ? [] : secrets.map(({ value }) => value)));
  }

  /** The kinds of which one secret at the least is so. */
  kindsWith(isSo: (secret: string) => boolean): WebhookKind[] {
    return [...this.#known].flatMap(([kind, secrets]) => (secrets.some(({ value }) => isSo(value)) ? [kind] : []));
  }

  /** What must never be written. */
  get all(): Secret[] {
    return [...this.#known].flatMap(([kind, secrets]) =>
      secrets.map(({ value }) => ({ label: `webhook secret of ${kind}`, value })),
    );
  }
}

/**
 * The secrets by which webhooks of a target come signed whoever listens: those that runs register, and for kinds that nobody but the
 * operator registers, that of the operator. Retries of what an earlier run has caused may come before anything is registered.
 */
export function secretsFor(target: Target, onlyReads: boolean): WebhookSecrets {
  const secrets = new WebhookSecrets();
  const kinds = kindsOf(target, onlyReads);
  const ofOperator = kinds.filter((kind) => registrationWays(target, kind, onlyReads)[0] === 'operator');
  const ofRuns = kinds.filter((kind) => !ofOperator.includes(kind));
  secrets.derive(ofRuns, target.credentials[0].secret);
  for (const kind of ofOperator) secrets.give(kind, target);
  return secrets;
}
