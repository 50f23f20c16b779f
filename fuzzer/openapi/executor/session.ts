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

/** The target and the services of a session. */
export interface SessionOptions {
  contract: Contract;
  baseUrl: string;
  credentials: Credentials;
  deadlines: { answerMs: number; recoverMs: number };
  /** The seed for generating control requests. */
  seed: number;
  /** True if only safe methods may be sent. */
  isReading?: boolean;
  /** Returns the requests that the budget still allows after this cost; no limit by default. */
  remaining?(spent: Spent): Spent;
  /** The cost of an earlier campaign, which counts towards this one. */
  before?: Spent;
  /** The first part of every exchange id. */
  prefix?: string;
  /** The limiter of a target that has a quota. */
  spending?: LimiterHandle;
  /** Stores each line; the run record has it in any case. */
  write?(line: Line): void;
}

/** Returns the first line of a run record on any API, which has no account, project or quota of its own. */
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

/** An open session with a target of any API: the executor of cases, the current run record, and the cost of all cases. */
export interface OpenSession {
  executor: OpenApiExecutor;
  /** The current run record. */
  readonly record: RunRecord;
  /** True once the target has answered: before that it may not exist at all. */
  readonly hasAnswered: boolean;
  /** The requests so far: GETs, and all others. */
  readonly spent: Readonly<Spent>;
  /** Sends a request that any target answers. Throws Unreachable if there is no answer. */
  look(): Promise<unknown>;
  /** Starts a new run record, between two cases, so that memory stays flat. */
  renew(): void;
  close(): Promise<void>;
}

const boundless: Spent = { posts: Number.POSITIVE_INFINITY, gets: Number.POSITIVE_INFINITY };

/** Opens a session with a target of any API; the redactor knows its secrets before anything is sent. */
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
