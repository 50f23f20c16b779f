/** The version of the protocol between the gate and a testee (`testee.schema.json`). */
export const protocolVersion = 1;

/** What an SDK can do beside calling operations; a testee lists those that its SDK offers. */
export const testeeFeatures = [
  'webhooks',
  'handler',
  'state',
  'pages',
  'ranges',
  'tls',
  'retries',
  'outcomes',
] as const;

/** One of `testeeFeatures`. */
export type TesteeFeature = (typeof testeeFeatures)[number];

/** A scheme of § Authentication that a testee can be asked to use. */
export type TesteeScheme = 'signed' | 'simple';

/** Makes a client of the SDK for a base address and a credential; a later one replaces it. */
export interface OpenRequest {
  do: 'open';
  version: typeof protocolVersion;
  baseUrl: string;
  tokenId: string;
  secret: string;
  scheme?: TesteeScheme;
  timeoutMs: number;
  caFile?: string;
}

/** Calls an operation of the interface; amounts are texts. */
export interface CallRequest {
  do: 'call';
  operation: string;
  path?: Readonly<Record<string, string>>;
  /** A parameter has two values, as a list, only for a testee with the feature `ranges`. */
  query?: Readonly<Record<string, string | number | readonly string[]>>;
  body?: Readonly<Record<string, unknown>>;
  allPages?: true;
}

/** Gives a webhook to the SDK, as if the service had posted it. */
export interface WebhookRequest {
  do: 'receiveWebhook';
  secret: string | null;
  headers: readonly (readonly [string, string])[];
  body: string;
  handlingMs: number;
  deadlineMs: number;
}

/** What the gate asks of a testee. */
export type TesteeRequest = OpenRequest | CallRequest | WebhookRequest | { do: 'close' };

/** What a testee says of itself when it is opened. */
export interface TesteeIntroduction {
  name: string;
  version: string;
  schemes: readonly string[];
  operations: readonly string[];
  features: readonly string[];
  digestComparison?: string;
}

/** How a testee can break the protocol. */
export type BreakKind = 'not started' | 'exited' | 'silent' | 'rubbish' | 'flood' | 'not opened';

/** A testee that broke the protocol: how, and what to do about it. */
export interface TesteeBreak {
  kind: BreakKind;
  seen: string;
  hint: string;
  /** The last lines of its stderr, without secrets. */
  stderr?: string;
}
