import { createHmac } from 'node:crypto';
import { type WebhookKind, webhookKinds } from '../../../schemas/domain/webhookKinds.ts';
import type { Secret } from '../../../traffic/redaction/redactor.ts';
import type { Target } from '../../../traffic/target/target.ts';
import type { NumberedSecret } from './digest.ts';
import { kindsOf, registrationWays } from './registrationWays.ts';

/** The number of secrets per kind: one to start with, one of another shape for the renewal, and one of the usual shape if the target refuses that. */
const ofEach = 3;

/**
 * Secrets as services and people make them: longer than a column may be, with signs that URLs and forms change, with those of base64, and in letters of both cases. The text does not say what a secret looks like, so that a target may refuse one.
 */
const shapes: readonly ((digest: Buffer) => string)[] = [
  (digest) => `${digest.toString('base64url')} +%41&=${digest.toString('hex')}`,
  (digest) => digest.toString('base64'),
  (digest) => `whsec_${digest.toString('base64url').slice(0, 24)}`,
  (digest) => `${digest.toString('hex')}${digest.toString('base64url')}`,
];

/** Returns the secret of a kind with an index from 0, by a digest that nobody can guess; the second one has another shape, which kinds take in turn. */
function secretOf(digest: Buffer, { place, index }: { place: number; index: number }): string {
  const shape = index === 1 ? shapes[place % shapes.length] : undefined;
  return shape ? shape(digest) : digest.toString('hex');
}

/**
 * The secrets that sign webhooks, numbered from 1 for each kind. They are derived from the account's secret, so that a later run can check webhooks of earlier
 * registrations without a stored secret.
 */
export class WebhookSecrets {
  readonly #known = new Map<WebhookKind, readonly NumberedSecret[]>();
  readonly #used = new Map<WebhookKind, number>();

  /** Derives the secrets of these kinds. */
  derive(kinds: readonly WebhookKind[], from: string): void {
    for (const kind of kinds) {
      const place = webhookKinds.indexOf(kind);
      const secrets = Array.from({ length: ofEach }, (_, index) => {
        const digest = createHmac('sha256', from)
          .update(`assay webhook ${kind} ${index + 1}`)
          .digest();
        return { number: index + 1, value: secretOf(digest, { place, index }) };
      });
      this.#known.set(kind, secrets);
    }
  }

  /** Returns the next secret of a kind that this run has not used; undefined if all are used. */
  next(kind: WebhookKind): NumberedSecret | undefined {
    const used = this.#used.get(kind) ?? 0;
    this.#used.set(kind, used + 1);
    return this.#known.get(kind)?.[used];
  }

  /** Adds and returns the secret that the operator has configured for a kind; returns undefined if the webhooks of this kind are unsigned. */
  give(kind: WebhookKind, { webhook }: Pick<Target, 'webhook'>): NumberedSecret | undefined {
    if (webhook?.secret === undefined || webhook.unsigned?.includes(kind)) return undefined;
    const secret = { number: 1, value: webhook.secret };
    this.#known.set(kind, [secret]);
    return secret;
  }

  /** Returns all secrets of a kind. If the kind is undefined because one path serves all kinds, returns the secrets of all kinds. */
  of(kind: WebhookKind | undefined): readonly NumberedSecret[] {
    return kind === undefined ? [...this.#known.values()].flat() : (this.#known.get(kind) ?? []);
  }

  /** Returns the secrets of the other kinds. */
  besides(kind: WebhookKind | undefined): string[] {
    if (kind === undefined) return [];
    return [...this.#known].flatMap(([other, secrets]) => (other === kind ? [] : secrets.map(({ value }) => value)));
  }

  /** Returns the kinds with at least one secret that meets a condition. */
  kindsWith(isSo: (secret: string) => boolean): WebhookKind[] {
    return [...this.#known].flatMap(([kind, secrets]) => (secrets.some(({ value }) => isSo(value)) ? [kind] : []));
  }

  /** The secrets, which must never be written. */
  get all(): Secret[] {
    return [...this.#known].flatMap(([kind, secrets]) =>
      secrets.map(({ value }) => ({ label: `webhook secret of ${kind}`, value })),
    );
  }
}

/**
 * Returns the secrets that sign webhooks of a target, for runs and the inbox alike: those that runs register, and the operator's secret for kinds that only the
 * operator registers. They are needed from the start, because retries from an earlier run may arrive before any registration.
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
