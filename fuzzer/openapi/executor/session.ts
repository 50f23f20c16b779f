import type { Contract } from '../../../schemas/load/contract.ts';
import type { Line, RunLine } from '../../../traffic/journal/journalTypes.ts';
import { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { LimiterHandle } from '../../../traffic/rate/limiter/limiterHandle.ts';
import { unlimitedHandle } from '../../../traffic/rate/limiter/unlimitedHandle.ts';
import { Redactor } from '../../../traffic/redaction/redactor.ts';
import { Client } from '../../../traffic/transport/client.ts';
import { noSpent, type Spent } from '../../engine/budget/requestMeter.ts';
import { controlRequests } from '../cases/controlRequests.ts';
import { recoveryProbe } from '../credentials/clientRequest.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { OpenApiExecutor } from './caseExecutor.ts';

/** Where cases are tried, and what by. */
export interface SessionOptions {
  contract: Contract;
  baseUrl: string;
  credentials: Credentials;
  deadlines: { answerMs: number; recoverMs: number };
  /** What the sound requests are drawn by that stand between an answer and the same again. */
  seed: number;
  /** Nothing is sent that may change anything. */
  isReading?: boolean;
  /** What may still be spent after so much; as much as is wanted, where nothing is said. */
  remaining?(spent: Spent): Spent;
  /** What was spent before, which counts as its own. */
  before?: Spent;
  /** First part of every exchange number. */
  prefix?: string;
  /** What stands before a request, where a target has a quota. */
  spending?: LimiterHandle;
  /** Keeps each line; the record has it in any case. */
  write?(line: Line): void;
}

/** The first line of a record on any API: it has no account, no project and no quota of its own. */
function runLineOf({ contract, baseUrl, seed, deadlines: { answerMs } }: SessionOptions): RunLine {
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
export interface OpenSession {
  executor: OpenApiExecutor;
  /** The record as it is now. */
  readonly record: RunRecord;
  /** Somebody has answered: until then nobody is known to be there. */
  readonly hasAnswered: boolean;
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
export function openSession(session: SessionOptions): OpenSession {
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
    limiter: session.spending ?? unlimitedHandle(),
    patiently: (wait) => wait(),
    look: recoveryProbe,
    isFirst: true,
  });
  const trial = new OpenApiExecutor({
    contract,
    get record() {
      return state.record;
    },
    credentials,
    controls: controlRequests(contract, session),
    remaining: () => session.remaining?.(state.spent) ?? boundless,
    send: (sending) => client.send(sending),
    together: (sendings) => client.together(sendings),
  });
  return {
    executor: trial,
    get record() {
      return state.record;
    },
    get hasAnswered() {
      return state.isMet;
    },
    spent: state.spent,
    look: () => client.send({ requirement: 'ANY', purpose: 'look', ...recoveryProbe }),
    renew: () => {
      state.record = new RunRecord(contract, [began]);
    },
    close: () => client.close(),
  };
}
