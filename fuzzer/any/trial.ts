import type { Exchange } from '../../harness/exchange.ts';
import type { Purpose } from '../../harness/lines.ts';
import type { RunRecord } from '../../harness/record.ts';
import type { Sending } from '../../harness/sending.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { CaseStep, FuzzCase } from '../case.ts';
import { operationFor } from './answered.ts';
import { needsConfirming } from './faults.ts';
import { type AnyRuling, rulingsOf } from './oracles.ts';
import type { Credentials } from './security.ts';
import { sendingOf } from './sending.ts';

/** What cases are tried with. What is sent is in the record when it is answered. */
export interface Trying {
  contract: Contract;
  record: RunRecord;
  credentials: Credentials;
  /** Sound requests of several operations, to stand between an answer and the same again where none was taken before. */
  controls?: readonly CaseStep[];
  /** The client's door. */
  send(sending: Sending): Promise<Exchange>;
}

/** Under this id all is written that is sent: what each exchange is judged by is told afterwards. */
const requirement = 'ANY';

/** Tries cases on any API: sends each, confirms what only counts when it is seen twice, and rules on it. */
export class Trial {
  readonly #trying: Trying;
  /** Sound requests that were taken: what stands between an answer and the same again. */
  readonly #controls: CaseStep[] = [];

  constructor(trying: Trying) {
    this.#trying = trying;
  }

  /** Sends a case and says what all requirements say of its last request. */
  async of({ steps, label }: FuzzCase): Promise<{ exchange: Exchange; rulings: AnyRuling[] } | undefined> {
    const { record, contract } = this.#trying;
    let last: { exchange: Exchange; step: CaseStep } | undefined;
    for (const step of steps) last = { step, exchange: await this.#send(step, 'probe') };
    if (!last) return undefined;
    const { exchange, step } = last;
    if (label.is === 'valid' && exchange.class === 'accepted') this.#keep(step);
    if (needsConfirming(last)) await this.#confirm(step, exchange);
    return { exchange, rulings: rulingsOf({ record, contract, exchange, step, label }) };
  }

  // One of each operation, reads before all else: a control is to change nothing.
  #keep(step: CaseStep): void {
    if (this.#controls.some(({ operation }) => operation === step.operation)) return;
    if (step.method === 'GET') this.#controls.unshift(step);
    else this.#controls.push(step);
    this.#controls.length = Math.min(this.#controls.length, mostControls);
  }

  async #confirm(step: CaseStep, exchange: Exchange): Promise<void> {
    const all = [...this.#controls, ...(this.#trying.controls ?? [])];
    const others = all.filter(({ operation }) => operation !== step.operation);
    // Of an operation that fails another request may fail as well: it is asked where there is no other.
    for (const control of (others.length > 0 ? others : all).slice(0, mostControls)) {
      if ((await this.#send(control, 'control')).class === 'accepted') break;
    }
    await this.#send(step, 'confirm', exchange.id);
  }

  #send(step: CaseStep, purpose: Purpose, repeats?: string): Promise<Exchange> {
    const { contract, credentials, send } = this.#trying;
    const operation = operationFor({ contract, step });
    return send(
      sendingOf(step, { requirement, purpose, operation, credentials, ...(repeats !== undefined && { repeats }) }),
    );
  }
}

/** So many controls are tried before an answer is left unconfirmed. */
const mostControls = 5;
