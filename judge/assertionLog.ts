import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { faultResult, type OracleResult } from '../oracles/core/result.ts';
import type { RunRecord } from '../traffic/journal/runRecord.ts';
import type { Fault } from '../traffic/outcome/fault.ts';
import { writeToDisk } from '../traffic/system/atomicWrite.ts';

/** One ruling that bears on a requirement, and the cell that it is of, if the requirement has cells. */
export interface Contribution {
  id: string;
  cell?: string;
  ruling: OracleResult;
}

/** The last word of a law's test: how it ended and how many rulings it gave. */
export interface TraceCheckEnd {
  id: string;
  end: { status: 'done' | 'stopped' | 'error'; message?: string; rulings: number };
  /** The requirements whose traffic was its evidence: what must run so that this law can be judged alone. */
  fedBy: readonly string[];
}

/** A line of the file that keeps the rulings of the laws. */
export type TraceCheckLine = Contribution | TraceCheckEnd;

/** Ends a test whose fault is already in the ledger; not an error of the suite. */
class Stop extends Error {
  override readonly name = 'Stop';
}

/** Appends a line to the file that keeps the rulings of the laws. Throws Unkept. */
export function appendTraceCheckLine(file: string, line: TraceCheckLine): void {
  writeToDisk(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  });
}

/** The rulings on one requirement as its test goes along. */
export abstract class AssertionLog {
  readonly id: string;
  readonly contributions: Contribution[] = [];
  stopped = false;

  constructor(id: string) {
    this.id = id;
  }

  /** Writes down what is missing. */
  abstract lack(fault: Fault): void;

  /** Writes down what is missing and ends the test: without it nothing more can be asked. */
  stop(fault: Fault): never {
    this.lack(fault);
    this.stopped = true;
    throw new Stop(fault.code);
  }
}

/** A law's ledger: its rulings are kept beside the journal, not in it; without a file in memory alone. */
export class TraceCheckLog extends AssertionLog {
  readonly #file: string | undefined;
  readonly #record: RunRecord;
  readonly #fedBy = new Set<string>();

  constructor(id: string, file: string | undefined, record: RunRecord) {
    super(id);
    this.#file = file;
    this.#record = record;
  }

  /** Notes the exchanges that a ruling rests on, however many of them it names; a delivery is of no requirement, and nobody is run for what is only read again. */
  noteEvidence(exchanges: readonly string[]): void {
    for (const id of exchanges) {
      if (!this.#record.has(id)) continue;
      const { purpose, requirement } = this.#record.exchange(id).line;
      if (purpose !== 'reread') this.#fedBy.add(requirement);
    }
  }

  /** Takes one ruling. */
  addResult(ruling: OracleResult): void {
    const contribution = { id: this.id, ruling };
    this.contributions.push(contribution);
    this.#append(contribution);
  }

  /** Closes the ledger: says how the law's test ended. */
  end(status: TraceCheckEnd['end']['status'], message?: string): void {
    const end = { status, ...(message && { message }), rulings: this.contributions.length };
    this.#append({ id: this.id, end, fedBy: [...this.#fedBy].sort() });
  }

  #append(line: TraceCheckLine): void {
    if (this.#file !== undefined) appendTraceCheckLine(this.#file, line);
  }

  override lack(fault: Fault): void {
    this.addResult(faultResult(fault));
  }
}
