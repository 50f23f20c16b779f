import type { OperationKey } from '../../schemas/load/contract.ts';
import type { Selection } from '../requirements/selection.ts';
import type { SigningManner } from '../signing/authenticate.ts';
import type { SigningFault } from '../signing/signingFaults.ts';
import type { SigningScheme } from '../signing/signingSchemes.ts';
import type { BalanceFields, WebhookKind } from '../target/file/targetFile.ts';
import type { TargetFacts } from '../target/targetFacts.ts';
import type { Answer, DeliveryPlan } from './deliveryPlan.ts';
import type { ForecastTotals } from './run.ts';
import type { TimeSpan } from './timeSpans.ts';

/**
 * Why a body is not read: a coding that we do not know, one that is not what it says, JSON nested deeper than we read, JSON of more values than we hold.
 */
export type Unread = 'coded' | 'miscoded' | 'nested' | 'wide';

/**
 * A body as it was on the wire, but for its Content-Encoding: at most 2 MB of an answer and 64 KB of a request, secrets replaced; `bytes` and `sha256` are of
 * the raw bytes received.
 */
export interface Body {
  text?: string;
  /** Set instead of `text` when the bytes are not valid UTF-8. */
  base64?: string;
  bytes: number;
  sha256: string;
  /** More was sent than is kept. */
  cut?: true;
  /** Why it is not read, where more than its length stands in the way. */
  unread?: Unread;
}

/**
 * Why an exchange was made; a law weighs them alike, the report tells them apart. What is `reread` only explains an answer: nobody is run for it.
 */
export type Purpose = 'probe' | 'control' | 'defect' | 'confirm' | 'look' | 'reread' | 'sweep';

/**
 * How a request travelled, where it was not on a connection that is kept for all: on one of its own, behind others that are not
 * answered yet, or on one that we closed before the answer.
 */
export type Connection = 'own' | 'pipelined' | 'cut';

/** A record whose path to read it is not shown (§ Crypto acquiring). */
export type ReadBack = 'checkout' | 'request';

/** How a transport failed; `overlong` are headers of more than we read, behind which an answer came. */
export type TransportCode = 'unreachable' | 'reset' | 'timeout' | 'protocol' | 'overlong';

/** One request and what came of it (§ Authentication for `signature`). Times are of this machine's monotonic clock, ns. */
export interface ExchangeLine {
  kind: 'exchange';
  id: string;
  requirement: string;
  purpose: Purpose;
  operation?: OperationKey;
  /** The record that it reads back, at a path that the target file names. */
  readBack?: ReadBack;
  /** The cell of the requirement that it belongs to. */
  cell?: string;
  /** The shape of the sound twin that it is, or looks for. */
  control?: string;
  request: {
    method: string;
    path: string;
    headers: readonly (readonly [string, string])[];
    body?: Body;
    clientOrderId?: string;
    signature: { scheme: SigningScheme; fault?: SigningFault; manner?: SigningManner; credential: string };
    /** Where it went, when that is an address that the target has named and not the target's own. */
    origin?: string;
    /** The account that it was sent as, where that is another than the one under test. */
    account?: string;
  };
  sentAt: string;
  sentNs: string;
  receivedNs: string;
  answer?: { status: number; headers: readonly (readonly [string, string])[]; body: Body };
  failure?: { code: TransportCode; message: string };
  connection?: Connection;
  /** The exchange that this one repeats, to confirm what it showed. */
  repeats?: string;
  /** Of an answer of the balances: where its figures are, as the target file says. */
  balances?: BalanceFields;
}

/** A probe's claim about exchanges: the name of an oracle and its arguments. Judged over the whole record, live and offline alike. */
export interface AssertionLine {
  kind: 'claim';
  requirement: string;
  cell?: string;
  oracle: string;
  args: unknown;
}

/** The cells that a requirement has, and those of them that the run tries. */
export interface CombinationsLine {
  kind: 'cells';
  requirement: string;
  names: readonly string[];
  chosen: readonly string[];
  /** The cells of several requirements, among which these take their turn. */
  turns?: readonly string[];
}

/** A requirement rests on a sound twin, whoever sent it. */
export interface ControlLine {
  kind: 'control';
  requirement: string;
  cell?: string;
  shape: string;
}

/** How a requirement's own test ended: `done` says only that it sent all that it meant to send. */
export interface EndLine {
  kind: 'end';
  requirement: string;
  status: 'done' | 'stopped' | 'error' | 'halted';
  message?: string;
  /** How many claims and exchanges of this requirement its worker wrote: fewer in a journal means that evidence was lost. */
  claims: number;
  exchanges: number;
}

/** The sweep near the end of a run is complete: absence may be concluded. */
export interface FinalReadsLine {
  kind: 'swept';
  atNs: string;
  /** How many lines the whole journal had before this one: fewer in a stored one mean that evidence was lost. */
  lines: number;
}

/** The last line of a run, or of a shard: all of its tests have ended. */
export interface ClosedLine {
  kind: 'closed';
  /** How many lines the journal had before this one. */
  lines: number;
}

/** A lever that was pulled: what makes a target move outside the interface. */
export interface ControlActionLine {
  kind: 'lever';
  requirement: string;
  what: string;
  args: unknown;
  ok: boolean;
  /** When the door was asked, and when it had answered. */
  askedNs?: string;
  atNs: string;
}

/**
 * Why a run cannot go on: the target is gone and did not come back, it takes none of our credentials, another run holds
 * the account or receives its webhooks, nobody can say any more what may be spent of its quota, what is sent cannot be kept, somebody has
 * broken it off, or something of ours went wrong.
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
    | 'suite';
  message: string;
}

/** The run goes no further: what was not judged by now is not run. */
export interface HaltLine extends Halt {
  kind: 'halt';
  requirement: string;
}

/** Where the webhooks of a kind are sent was set, or by whom it was told (§ Webhook configuration). */
export interface RegistrationLine {
  kind: 'registration';
  requirement: string;
  webhook: WebhookKind;
  /** By the control door, by the target's own API, or by its operator, as the target file says. */
  by: 'control' | 'api' | 'operator';
  /** The number of the secret that signs from then on, counted for this kind; none where there is no secret. */
  secret?: number;
  /** Nothing is sent any more. */
  removed?: true;
  /** It was found to name another address by the end of the run: somebody else has registered meanwhile. */
  replaced?: true;
  /** The shard whose receiver it names. */
  shard?: number;
  ok: boolean;
  askedNs: string;
  atNs: string;
}

/** In which way a digest is not the right one, as far as one of the known wrong ways explains it (§ Webhook authentication, rule 2). */
export type DigestFault =
  | 'otherAlgorithm'
  | 'otherEncoding'
  | 'reformatted'
  | 'otherText'
  | 'otherSecret'
  | 'unexplained';

/** The digest of a delivery, judged over its raw bytes before anything was parsed. */
export interface DigestFacts {
  /** The header X-Payload-Digest is there, whatever it holds. */
  present: boolean;
  /** By which of the kind's secrets it is right. */
  secret?: number;
  /** Set where it is there and right by none. */
  fault?: DigestFault;
}

/** One attempt of a delivery that reached the receiver (§ Webhook delivery). Times are of this machine's monotonic clock, ns. */
export interface DeliveryLine {
  kind: 'delivery';
  id: string;
  /** By the path that it came to; none where one path serves all kinds. */
  webhook?: WebhookKind;
  /** It came to where a redirect of ours had pointed. */
  moved?: true;
  /** It came to a path that nobody was told, signed by the secret of this kind; answered 404. */
  strayed?: true;
  request: {
    method: string;
    headers: readonly (readonly [string, string])[];
    /** The raw bytes as they came. */
    body: Body;
    /** The address that it came from. */
    source: string;
  };
  digest: DigestFacts;
  /** When it came, by our clock and by the target's, which an emulator tells in the Date of its webhooks. */
  receivedAt: string;
  targetAt: string;
  receivedNs: string;
  /** How it was answered, and when that ended: sent whole, closed by us as planned, or by the sender before. */
  answer: Answer;
  answered: 'sent' | 'closed' | 'left';
  answeredNs: string;
  /** How long its sender had waited then by its own clock, ms: with its way to us, as far as that shows, and what its clock was moved meanwhile. */
  waitedMs?: number;
  /** The run that received it, where that is an earlier one or `inbox`. */
  run?: string;
}

/** The receiver did not listen between two moments: nothing is said of what did not come then. */
export interface NotListeningLine {
  kind: 'deaf';
  requirement: string;
  /** On purpose: senders find nobody there, as planned. */
  planned: boolean;
  fromNs: string;
  untilNs: string;
}

/**
 * An experiment on deliveries whose judgement may outlive the run that has opened it: kept beside the target file, and written into the
 * journal of each run that sees it.
 */
export interface ExperimentLine {
  kind: 'experiment';
  id: string;
  /** Which question it answers. */
  requirement: string;
  run: string;
  webhook: WebhookKind;
  /** What the raw body of its deliveries contains. */
  match: string;
  plan: DeliveryPlan;
  /** By the target's clock: when it was opened, and when absence may be concluded. */
  openedAt: string;
  dueAt: string;
  /** Open; due: its time has come, it is judged in this run and in no later one; void: due, and our receiver did not listen all the time. */
  state: 'open' | 'due' | 'void';
  /** Why it is void. */
  why?: string;
  /** When our receiver was there between its opening and now, by the target's clock. */
  listened: readonly TimeSpan[];
  /** Its deliveries so far, those of earlier runs and of `assay inbox` included; of their bodies the first 4 KB. */
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

/** First line of a journal: the run, and of its target what judgement needs and may be written down. */
export interface RunLine {
  kind: 'run';
  version: 1;
  run: string;
  seed: number;
  startedAt: string;
  selection: Selection;
  /** What was learned of the target before, and is not to change. */
  pins?: BaselineValues;
  /** Payments of earlier runs as they were last read: they are to be so still. */
  past?: readonly PreviousPayment[];
  /** The wall clock and the monotonic one at the same moment: they bring the times of several shards together. */
  clock: { wallMs: number; monotonicNs: string };
  /** What the run was to cost, as it was printed before anything was sent; none where nobody asked for a forecast. */
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
  | EndLine
  | FinalReadsLine
  | HaltLine
  | ClosedLine;
