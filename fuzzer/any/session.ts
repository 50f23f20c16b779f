import { Client } from '../../harness/client.ts';
import type { Line, RunLine } from '../../harness/lines.ts';
import { alone } from '../../harness/quota/alone.ts';
import type { Spending } from '../../harness/quota/spending.ts';
import { RunRecord } from '../../harness/record.ts';
import { Redactor } from '../../harness/redact.ts';
import type { Contract } from '../../schemas/contract.ts';
import { noSpent, type Spent } from '../run/meter.ts';
import { controlsOf } from './controls.ts';
import type { Credentials } from './security.ts';
import { anyLook } from './sending.ts';
import { Trial } from './trial.ts';

/** Where cases are tried, and what by. */
export interface Session {
  contract: Contract;
  baseUrl: string;
  credentials: Credentials;
  deadlines: { answerMs: number; recoverMs: number };
  /** What the sound requests are drawn by that stand between an answer and the same again. */
  seed: number;
  /** Nothing is sent that may change anything. */
  isReading?: boolean;
  /** What may still be spent after so much; as much as is wanted, where nothing is said. */
  left?(spent: Spent): Spent;
  /** What was spent before, which counts as its own. */
  before?: Spent;
  /** First part of every exchange number. */
  prefix?: string;
  /** What stands before a request, where a target has a quota. */
  spending?: Spending;
  /** Keeps each line; the record has it in any case. */
  write?(line: Line): void;
}

/** The first line of a record on any API: it has no account, no project and no quota of its own. */
function runLineOf({ contract, baseUrl, seed, deadlines: { answerMs } }: Session): RunLine {
  return {
    kind: 'run',
    version: 1,
    run: 'any',
    seed,
    startedAt: new Date().toISOString(),
    selection: { profile: 'full', tier: 'active', day: new Date().toISOString().slice(0, 10) },
    clock: { wallMs: Date.now(), monotonicNs: String(process.hrtime.bigint()) },
    target: {
      name: new URL(baseUrl).host,
      kind: 'vendor',
      baseUrl,
      contract: contract.fingerprint,
      quota: { windowMs: 60_000 },
      gaps: [],
      deadlines: { answerMs, visibleMs: 0, finalMs: 0, pendingWindowMs: 0 },
    },
  };
}

/** The door to a target of any API: what tries cases, the record of the last of them, and what all of them have cost. */
export interface Opened {
  trial: Trial;
  /** The record as it is now. */
  readonly record: RunRecord;
  /** Somebody has answered: until then nobody is known to be there. */
  readonly isMet: boolean;
  /** Requests so far: those that are no GET, and GETs. */
  readonly spent: Readonly<Spent>;
  /** Asks what any target answers. Throws Unreachable where none is there. */
  look(): Promise<unknown>;
  /** Begins another record, between two cases, so that memory stays flat. */
  renew(): void;
  close(): Promise<void>;
}

const boundless: Spent = { posts: Number.POSITIVE_INFINITY, gets: Number.POSITIVE_INFINITY };

/** Opens the door to a target of any API, and what tries cases through it; its secrets are known before anything is sent. */
export function openTrial(session: Session): Opened {
  const { contract, baseUrl, deadlines, credentials, prefix = 'f0' } = session;
  const began = runLineOf(session);
  const state = { record: new RunRecord(contract, [began]), spent: { ...(session.before ?? noSpent) }, isMet: false };
  const redactor = new Redactor();
  for (const secret of credentials.secrets) redactor.know(secret);
  const client = new Client({
    target: { baseUrl, deadlines: { visibleMs: 0, finalMs: 0, pendingWindowMs: 0, ...deadlines }, credentials: [] },
    redactor,
    prefix,
    write: (line) => {
      if (line.kind === 'exchange') {
        state.spent[line.request.method === 'GET' ? 'gets' : 'posts'] += 1;
        state.isMet ||= line.answer !== undefined;
      }
      session.write?.(line);
      state.record.add(line);
    },
    spending: session.spending ?? alone(),
    patiently: (wait) => wait(),
    look: anyLook,
    isFirst: true,
  });
  const trial = new Trial({
    contract,
    get record() {
      return state.record;
    },
    credentials,
    controls: controlsOf(contract, session),
    left: () => session.left?.(state.spent) ?? boundless,
    send: (sending) => client.send(sending),
    together: (sendings) => client.together(sendings),
  });
  return {
    trial,
    get record() {
      return state.record;
    },
    get isMet() {
      return state.isMet;
    },
    spent: state.spent,
    look: () => client.send({ requirement: 'ANY', purpose: 'look', ...anyLook }),
    renew: () => {
      state.record = new RunRecord(contract, [began]);
    },
    close: () => client.close(),
  };
}
