import type { TesteeBreak, TesteeIntroduction, TesteeScheme } from '../protocol/messages.ts';

/** The first line: what was run. `way` is how the client was driven. */
export interface GateLine {
  kind: 'gate';
  version: 1;
  run: string;
  seed: number;
  startedAt: string;
  way: 'testee' | 'record';
  /** Of a record: the base address of the service, and whether requests were made to fail. */
  target?: string;
  isDisturbed?: true;
  /** The command, and the options with which it can be run again. */
  command: string;
  /** Of a record: what reports call the SDK. */
  name?: string;
  again: string;
  scheme?: TesteeScheme;
  /** The requirements that were asked for; all if absent. */
  only?: readonly string[];
}

/** What the testee said of itself. */
export interface IntroductionLine {
  kind: 'introduction';
  testee: TesteeIntroduction;
}

/** A request to the testee with its answer, or how it broke. Long texts are replaced by their size. */
export interface CallLine {
  kind: 'call';
  id: string;
  scenario: string;
  /** Its place among the calls of the scenario, from 0. */
  at: number;
  /** The request as JSON text, without secrets. */
  request: string;
  /** The line that the testee answered, without secrets. */
  answer?: string;
  broken?: TesteeBreak;
  tookMs: number;
  /** True if a secret was in the answer. */
  isLeaking?: true;
}

/** The salt and signature of a request, judged when it came in, since that needs the secret. */
export interface SignatureFacts {
  isValid: boolean;
  form: 'hex' | 'upper-case hex' | 'other';
  /** What was signed instead, if that could be found out. */
  instead?: string;
}

/** What of a request proves the sender. */
export interface AuthenticationFacts {
  /** The schemes whose headers it has. */
  schemes: readonly TesteeScheme[];
  /** The scheme that the client was asked for when it was opened, if it was asked for one. */
  asked?: TesteeScheme;
  isTokenRight: boolean;
  /** Of the simple scheme. */
  isSecretRight?: boolean;
  signature?: SignatureFacts;
  salts: readonly string[];
  /** Where else than in the secret's own header the secret is, in any encoding. */
  secretIn: readonly string[];
}

/** The name of a listener: the service itself, another host, or a server with a certificate that a client must not trust. */
export type Listener = 'service' | 'elsewhere' | 'another port' | 'trusted' | 'untrusted' | 'other name' | 'expired';

/** A request of the client, as it arrived. */
export interface RequestLine {
  kind: 'request';
  id: string;
  scenario: string;
  /** The call during which it arrived; absent for record. */
  call?: string;
  listener: Listener;
  method: string;
  /** The path and query after the base address, exactly as sent. */
  path: string;
  operation?: string;
  /** The characters of the path and query that must be escaped there. */
  unescaped?: string;
  headers: readonly (readonly [string, string])[];
  body: { text?: string; bytes: number; sha256: string };
  facts: AuthenticationFacts;
  /** When its last byte arrived and when its answer was sent, ms after the start of the gate. */
  atMs: number;
  answeredMs?: number;
  /** What it was answered. */
  answer?: {
    status: number;
    headers?: readonly (readonly [string, string])[];
    bytes: number;
    text?: string;
    retryAtMs?: number;
  };
  /** The answer that was promised and not given in full. */
  withheld?: string;
}

/** What a scenario asserts: the name of an oracle, and what it needs to know. */
export interface ClaimLine {
  kind: 'claim';
  requirement: string;
  scenario: string;
  oracle: string;
  args: unknown;
}

/** A scenario that was not played, and why: the testee does not offer what it needs. */
export interface SkippedLine {
  kind: 'skipped';
  requirement: string;
  scenario: string;
  reason: string;
}

/** A scenario that could not be played because the testee broke. */
export interface BrokenLine {
  kind: 'broken';
  requirement: string;
  scenario: string;
  broken: TesteeBreak;
  /** The call that broke it, if one did. */
  call?: string;
  /** The scenario was not played: the gate had given up after so many breaks. */
  ends?: number;
}

/** The first line of a request that is no HTTP. */
export interface UnreadableLine {
  kind: 'unreadable';
  id: string;
  firstLine: string;
}

/** What a process wrote to stderr: its beginning without secrets, and the secrets in it by name. */
export interface OutputLine {
  kind: 'output';
  /** Of recorded tests; stderr if absent. */
  stream?: 'stdout' | 'stderr';
  /** How many bytes at the end were not searched. */
  unsearched?: number;
  text: string;
  bytes: number;
  leaks: readonly string[];
}

/** The last line. */
export interface EndLine {
  kind: 'end';
  durationMs: number;
  /** Why the gate ended early. */
  halt?: 'interrupted';
  /** How the recorded command ended, unless with exit code 0. */
  command?: string;
}

/** A line of the journal of a gate. */
export type ClientLine =
  | GateLine
  | IntroductionLine
  | CallLine
  | RequestLine
  | ClaimLine
  | SkippedLine
  | BrokenLine
  | OutputLine
  | UnreadableLine
  | EndLine;
