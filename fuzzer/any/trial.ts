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

  // Reads before all else: a control is to change nothing.
  #keep(step: CaseStep): void {
    const [first] = this.#controls;
    if (!first || (first.method !== 'GET' && step.method === 'GET')) this.#controls.unshift(step);
    else if (this.#controls.length < mostControls) this.#controls.push(step);
  }

  async #confirm(step: CaseStep, exchange: Exchange): Promise<void> {
    for (const control of this.#controls) {
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
