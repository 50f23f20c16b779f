import type { CallRequest, TesteeFeature, TesteeScheme, WebhookRequest } from '../protocol/messages.ts';
import type { Listener } from '../record/clientLines.ts';
import type { Rule } from '../server/rules.ts';

/** What the SDK must offer, so that a scenario can be played. */
export interface Needs {
  operations?: readonly string[];
  features?: readonly TesteeFeature[];
  scheme?: TesteeScheme;
}

/** A webhook as a scenario writes it down: its digest is made by the gate, which knows the secret. */
export interface WebhookStep extends Omit<WebhookRequest, 'do' | 'body' | 'headers' | 'secret'> {
  /** The bytes of the body, by which the digest is made; `sent` are the bytes that are sent instead. */
  text: string;
  sent?: string;
  /** How the text is made bytes; UTF-8 if absent. */
  encoding?: 'latin1';
  /** How the digest is made, and the name of its header; absent: no digest. */
  digest?: { way: DigestWay; header: string };
  isUnsigned?: true;
}

/** How the digest of a webhook is made: right, or wrong in one way. */
export type DigestWay =
  | 'right'
  | 'wrong digit'
  | 'truncated'
  | 'longer'
  | 'empty'
  | 'sha256'
  | 'other key'
  | 'not keyed'
  | 'of nothing'
  | 'upper case'
  | 'beyond ASCII';

/** A step of a scenario. */
export type Step = CallRequest | WebhookStep;

/** What a scenario asserts, by the name of an oracle (`client/oracles/registry.ts`). */
export interface ScenarioClaim {
  oracle: string;
  args?: unknown;
}

/** What is done with a client, and what is asserted of it: data, so that it can be drawn and printed. */
export interface Scenario {
  requirement: string;
  /** Unique within its requirement. */
  name: string;
  needs: Needs;
  rules?: readonly Rule[];
  /** How the client is opened; by default at the service, with the scheme of the gate. */
  open?: { scheme?: TesteeScheme; timeoutMs?: number; listener?: Listener; trustsOurs?: true };
  /** Starts the process anew before. */
  restarts?: true;
  steps: readonly Step[];
  claims: readonly ScenarioClaim[];
}

/** What scenarios are made from: the facts of the service, and values that the seed decides. */
export interface Known {
  seed: number;
  projectId: string;
  paymentId: string;
  symbolPair: string;
  checkoutId: string;
  requestId: string;
  /** Records of the service as JSON: what webhooks announce. */
  records: { payment: string; checkout: string; request: string };
  /** Returns a clientOrderId that nobody has used. */
  freshId: () => string;
  /** Returns a UUID that the seed and the number of those before decide. */
  freshUuid: () => string;
}

/** Makes the scenarios of one requirement. */
export type MakeScenarios = (known: Known) => readonly Scenario[];
