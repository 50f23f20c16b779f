import type { WebhookKind } from '../../schemas/domain/webhookKinds.ts';
import type { OperationKey } from '../../schemas/load/contract.ts';
import type { Selection } from '../requirements/selection.ts';
import type { SigningManner } from '../signing/authenticate.ts';
import type { SigningFault } from '../signing/signingFaults.ts';
import type { SigningScheme } from '../signing/signingSchemes.ts';
import type { BalanceFields } from '../target/file/targetFile.ts';
import type { TargetFacts } from '../target/targetFacts.ts';
import type { Answer, DeliveryPlan } from './deliveryPlan.ts';
import type { PageLine } from './pageLine.ts';
import type { ForecastTotals } from './run.ts';
import type { TimeSpan } from './timeSpans.ts';

export type { PageEvent, PageLine, PageLook, PageRequest } from './pageLine.ts';

/** Why a body was not read: an unknown coding, a body that does not match its stated coding, JSON that is nested too deep, or JSON with too many values. */
export type Unread = 'coded' | 'miscoded' | 'nested' | 'wide';

/**
 * A body as it was on the wire, but with its Content-Encoding removed: at most 2 MB of an answer and 64 KB of a request, secrets replaced. `bytes` and `sha256`
 * are of the raw bytes received.
 */
export interface Body {
  text?: string;
  /** Set instead of `text` if the bytes are not valid UTF-8. */
  base64?: string;
  bytes: number;
  sha256: string;
  /** More was sent than is stored. */
  cut?: true;
  /** Why the body was not read, if its length is not the only reason. */
  unread?: Unread;
}

/**
 * Why an exchange was made. Trace checks treat all purposes alike; the report distinguishes them. A `reread` only explains another answer, so no requirement
 * fails because of it.
 */
export type Purpose = 'probe' | 'control' | 'defect' | 'confirm' | 'look' | 'reread' | 'sweep';

/**
 * How a request was sent if not on a shared connection: on its own connection, behind requests without an answer yet, or on a connection that we closed before
 * the answer.
 */
export type Connection = 'own' | 'pipelined' | 'cut';

/** A record for which the interface shows no path to read it (§ Crypto acquiring). */
export type ReadBack = 'checkout' | 'request';

/** How a transport failed; `overlong` means that an answer came with longer headers than we read. */
export type TransportCode = 'unreachable' | 'reset' | 'timeout' | 'protocol' | 'overlong';

/** One request and its result (§ Authentication for `signature`). Times are of this machine's monotonic clock, ns. */
export interface ExchangeLine {
  kind: 'exchange';
  id: string;
  requirement: string;
  purpose: Purpose;
  operation?: OperationKey;
  /** The record that this exchange reads back, at a path from the target file. */
  readBack?: ReadBack;
  /** The requirement's combination that this exchange belongs to. */
  cell?: string;
  /** The key of a control request: this exchange sends that request, or searches for what the request made. */
  control?: string;
  request: {
    method: string;
    path: string;
    headers: readonly (readonly [string, string])[];
    body?: Body;
    clientOrderId?: string;
    signature: { scheme: SigningScheme; fault?: SigningFault; manner?: SigningManner; credential: string };
    /** The origin that the request was sent to, if the target named an address on another origin. */
    origin?: string;
    /** The account that sent the request, if it is not the account under test. */
    account?: string;
  };
  sentAt: string;
  sentNs: string;
  receivedNs: string;
  answer?: { status: number; headers: readonly (readonly [string, string])[]; body: Body };
  failure?: { code: TransportCode; message: string };
  connection?: Connection;
  /** The exchange that this one repeats to confirm its result. */
  repeats?: string;
  /** The request of a test that is sent again here, after a pause on the target's clock. */
  recalls?: string;
  /** The places of the amounts in an answer with balances, from the target file. */
  balances?: BalanceFields;
}

/** An assertion of a test about exchanges: the name of an oracle and its arguments. Evaluated over the whole run record, live and offline alike. */
export interface AssertionLine {
  kind: 'claim';
  requirement: string;
  cell?: string;
  /** The account that took the place of the account under test, if it is about another one. */
  account?: string;
  oracle: string;
  args: unknown;
}

/** The combinations that a requirement has, and those that the run tries. */
export interface CombinationsLine {
  kind: 'cells';
  requirement: string;
  names: readonly string[];
  chosen: readonly string[];
  /** The combinations that rotate together, from several requirements. */
  turns?: readonly string[];
}

/** A requirement that depends on a control request, whichever requirement sent it. */
export interface ControlLine {
  kind: 'control';
  requirement: string;
  cell?: string;
  shape: string;
}

/** How a requirement's own test ended. `done` means only that the test sent everything it was meant to send. */
export interface EndLine {
  kind: 'end';
  requirement: string;
  status: 'done' | 'stopped' | 'error' | 'halted';
  message?: string;
  /** How many assertions and exchanges of this requirement its worker wrote: fewer in a journal mean lost evidence. */
  claims: number;
  exchanges: number;
}

/** The final reads near the end of a run are complete: from here on absence may be concluded. */
export interface FinalReadsLine {
  kind: 'swept';
  atNs: string;
  /** How many lines the whole journal had before this one: fewer in a stored journal mean lost evidence. */
  lines: number;
}

/** The last line of a run or of a shard: all its tests have ended. */
export interface ClosedLine {
  kind: 'closed';
  /** How many lines the journal had before this one. */
  lines: number;
}

/** A control action: it makes a target change state outside the interface. */
export interface ControlActionLine {
  kind: 'lever';
  requirement: string;
  what: string;
  args: unknown;
  ok: boolean;
  /** When the test control API was called, and when it had answered. */
  askedNs?: string;
  atNs: string;
}

/**
 * Why a run cannot go on: the target stopped answering and did not come back, it accepts none of our credentials, another run holds the account or receives its
 * webhooks, the remaining quota is unknown, the journal cannot be written, the run was interrupted, a command that it was to record failed, or the suite failed.
 */
export interface Halt {
  cause:
    | 'unreachable'
    | 'credential'
    | 'stranger'
    | 'account'
    | 'quota'
    | 'receiver'
    | 'disk'
    | 'interrupted'
    | 'command'
    | 'testee'
    | 'suite';
  message: string;
}

/** The run stops here: requirements without a result by now are not run. */
export interface HaltLine extends Halt {
  kind: 'halt';
  requirement: string;
}

/** The address for the webhooks of a kind was set or reported (§ Webhook configuration). */
export interface RegistrationLine {
  kind: 'registration';
  requirement: string;
  webhook: WebhookKind;
  /** How the address was set, as the target file says: through the test control API, through the target's own API, or by the target's operator. */
  by: 'control' | 'api' | 'operator';
  /** The number of the secret that signs webhooks from then on, counted for this kind of webhook; absent if there is no secret. */
  secret?: number;
  /** No webhooks of this kind are sent any more. */
  removed?: true;
  /** At the end of the run the target named another address: somebody else has registered an address meanwhile. */
  replaced?: true;
  /** The shard whose receiver has this address. */
  shard?: number;
  /** The label of the account whose webhooks are sent there; absent for the account under test. */
  account?: string;
  ok: boolean;
  askedNs: string;
  atNs: string;
}

/** How a digest is wrong, if one of the known mistakes explains it (§ Webhook authentication, rule 2). */
export type DigestFault =
  | 'otherAlgorithm'
  | 'otherEncoding'
  | 'reformatted'
  | 'otherText'
  | 'otherSecret'
  | 'unexplained';

/** The check of a delivery's digest, made over its raw bytes before parsing. */
export interface DigestFacts {
  /** The header X-Payload-Digest is present, with any value. */
  present: boolean;
  /** The number of the kind's secret for which the digest is right. */
  secret?: number;
  /** Set if the header is present and right for no secret. */
  fault?: DigestFault;
}

/** One delivery attempt that reached the receiver (§ Webhook delivery). Times are of this machine's monotonic clock, ns. */
export interface DeliveryLine {
  kind: 'delivery';
  id: string;
  /** The kind, known from the path of the request; absent if one path serves all kinds. */
  webhook?: WebhookKind;
  /** The delivery came to the address that one of our redirects gave. */
  moved?: true;
  /** The delivery came to a path that we never gave out, but it is signed with the secret of this kind. The receiver answered it with 404. */
  strayed?: true;
  /** The label of the further account to whose address the delivery came; absent for the account under test. */
  account?: string;
  request: {
    method: string;
    headers: readonly (readonly [string, string])[];
    /** The raw bytes as received. */
    body: Body;
    /** The address of the sender. */
    source: string;
  };
  digest: DigestFacts;
  /** The time of arrival by our clock and by the target's; an emulator gives its time in the Date header of its webhooks. */
  receivedAt: string;
  targetAt: string;
  receivedNs: string;
  /** How it was answered and how that ended: sent completely, closed by us as planned, or closed early by the sender. */
  answer: Answer;
  answered: 'sent' | 'closed' | 'left';
  answeredNs: string;
  /**
   * How long the sender had waited until the end of our answer, ms by the sender's own clock. This includes the time of transport as far as known, and any
   * shift of that clock.
   */
  waitedMs?: number;
  /** The run that received the delivery, if that was an earlier run, or `inbox`. */
  run?: string;
}

/** The receiver was not listening between two moments: nothing can be concluded about deliveries that did not arrive then. */
export interface NotListeningLine {
  kind: 'deaf';
  requirement: string;
  /** True if planned: senders were meant to find no receiver. */
  planned: boolean;
  fromNs: string;
  untilNs: string;
}

/**
 * An experiment on deliveries that may outlive the run that started it. It is stored next to the target file and written to the journal of each run that sees
 * it.
 */
export interface ExperimentLine {
  kind: 'experiment';
  id: string;
  /** The requirement that the experiment gives a result for. */
  requirement: string;
  run: string;
  webhook: WebhookKind;
  /** A text that the raw body of its deliveries contains. */
  match: string;
  plan: DeliveryPlan;
  /** When the experiment was opened, and when absence may be concluded, by the target's clock. */
  openedAt: string;
  dueAt: string;
  /** `open`; `due`: its time has come and it is judged in this run only; `void`: due, but our receiver did not listen all the time. */
  state: 'open' | 'due' | 'void';
  /** Why the experiment is discarded. */
  why?: string;
  /** When our receiver was listening since the experiment was opened, by the target's clock. */
  listened: readonly TimeSpan[];
  /** Its deliveries so far, including those of earlier runs and of `assay inbox`, with the first 4 KB of their bodies. */
  deliveries: readonly DeliveryLine[];
}

/** Values learned earlier, by requirement and key. */
export type BaselineValues = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A payment of an earlier run as that run last read it. */
export interface PreviousPayment {
  id: string;
  clientOrderId: string;
  status: string;
  /** As a decimal. */
  amount: string;
  run: string;
}

/** The first line of a journal: the run, and the facts about its target that judging needs and that may be stored. */
export interface RunLine {
  kind: 'run';
  version: 1;
  run: string;
  seed: number;
  /** The key that owns the ids which the run made. In journals of earlier versions ids begin with that of their run. */
  idKey?: string;
  startedAt: string;
  /** The nonce that the run is bound to; its seed is drawn from it. */
  challenge?: string;
  selection: Selection;
  /** Values learned about the target before; they must not change. */
  pins?: BaselineValues;
  /** Payments of earlier runs as last read; they must still be the same. */
  past?: readonly PreviousPayment[];
  /** The wall clock and the monotonic clock at the same moment, so that the times of several shards can be aligned. */
  clock: { wallMs: number; monotonicNs: string };
  /** The expected cost of the run as printed before the first request; absent if no forecast was requested. */
  forecast?: ForecastTotals;
  target: TargetFacts;
}

/** One line of a journal. */
export type Line =
  | RunLine
  | ExchangeLine
  | AssertionLine
  | CombinationsLine
  | ControlLine
  | ControlActionLine
  | RegistrationLine
  | DeliveryLine
  | NotListeningLine
  | ExperimentLine
  | PageLine
  | EndLine
  | FinalReadsLine
  | HaltLine
  | ClosedLine;
