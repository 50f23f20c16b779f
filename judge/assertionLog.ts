import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { faultResult, type OracleResult } from '../oracles/core/result.ts';
import { rateLimitTestAccount } from '../oracles/limits/models/limitTrials.ts';
import type { RunRecord } from '../traffic/journal/runRecord.ts';
import type { Fault } from '../traffic/outcome/fault.ts';
import { writeToDisk } from '../traffic/system/atomicWrite.ts';

/** One result for a requirement, with its combination if the requirement has combinations. */
export interface Contribution {
  id: string;
  cell?: string;
  ruling: OracleResult;
}

/** The last line of a trace check: how it ended and how many results it gave. */
export interface TraceCheckEnd {
  id: string;
  end: { status: 'done' | 'stopped' | 'error'; message?: string; rulings: number };
  /** The requirements whose exchanges served as evidence. They must run together with this trace check if it is to be judged without the rest of the run. */
  fedBy: readonly string[];
}

/** A line of the file that stores the results of the trace checks. */
export type TraceCheckLine = Contribution | TraceCheckEnd;

/** Ends a test whose fault is already logged; not an error of the suite. */
class Stop extends Error {
  override readonly name = 'Stop';
}

/** Appends a line to the file that stores the results of the trace checks. Throws DiskWriteError. */
export function appendTraceCheckLine(file: string, line: TraceCheckLine): void {
  writeToDisk(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  });
}

/** The results on one requirement, collected while its test runs. */
export abstract class AssertionLog {
  readonly id: string;
  readonly contributions: Contribution[] = [];
  stopped = false;

  constructor(id: string) {
    this.id = id;
  }

  /** Logs what is missing. */
  abstract lack(fault: Fault): void;

  /** Logs what is missing and ends the test, which cannot continue without it. */
  stop(fault: Fault): never {
    this.lack(fault);
    this.stopped = true;
    throw new Stop(fault.code);
  }
}

/** The log of a trace check. Its results go to a file beside the journal, or stay in memory if there is no file. */
export class TraceCheckLog extends AssertionLog {
  readonly #file: string | undefined;
  readonly #record: RunRecord;
  /** The ids of all exchanges and deliveries that its results rest on. */
  readonly evidence = new Set<string>();
  readonly #fedBy = new Set<string>();
  /** The rate-limit test takes long, so it counts only for trace checks that nothing else feeds. */
  readonly #fedByLimits = new Set<string>();

  constructor(id: string, file: string | undefined, record: RunRecord) {
    super(id);
    this.#file = file;
    this.#record = record;
  }

  /** Notes which requirements sent the exchanges that a result rests on. Deliveries belong to no requirement, and explanatory rereads do not count. */
  noteEvidence(exchanges: readonly string[]): void {
    for (const id of exchanges) {
      this.evidence.add(id);
      if (!this.#record.has(id)) continue;
      const exchange = this.#record.exchange(id);
      const { purpose, requirement } = exchange.line;
      if (purpose === 'reread') continue;
      const feeding = rateLimitTestAccount(this.#record, exchange) ? this.#fedByLimits : this.#fedBy;
      feeding.add(requirement);
    }
  }

  /** Adds one result. */
  addResult(result: OracleResult): void {
    const contribution = { id: this.id, ruling: result };
    this.contributions.push(contribution);
    this.#append(contribution);
  }

  /** Closes the log with a line that says how the trace check ended. */
  end(status: TraceCheckEnd['end']['status'], message?: string): void {
    const end = { status, ...(message && { message }), rulings: this.contributions.length };
    this.#append({ id: this.id, end, fedBy: [...(this.#fedBy.size > 0 ? this.#fedBy : this.#fedByLimits)].sort() });
  }

  #append(line: TraceCheckLine): void {
    if (this.#file !== undefined) appendTraceCheckLine(this.#file, line);
  }

  override lack(fault: Fault): void {
    this.addResult(faultResult(fault));
  }
}
