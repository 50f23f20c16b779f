import { randomUUID } from 'node:crypto';
import { needsRetry } from '../../../oracles/core/noise.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { Purpose } from '../../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Sending } from '../../../traffic/transport/sending.ts';
import { requestCountOf, type Spent } from '../../engine/budget/requestMeter.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { attempt, holdsReference, References, UnresolvedReference } from '../../engine/cases/references.ts';
import { concurrentGroups } from '../../engine/cases/stepGroups.ts';
import { operationFor } from '../../engine/requests/requestModel.ts';
import { safeMethods } from '../cases/controlRequests.ts';
import { isInvented } from '../cases/pathSegments.ts';
import { clientRequest } from '../credentials/clientRequest.ts';
import type { Credentials } from '../credentials/credentials.ts';
import type { JudgedAnswer } from '../judgement/answer.ts';
import { isLostWrite, needsConfirming } from '../judgement/faults.ts';
import { type OpenApiResult, resultsOf } from '../judgement/oracles.ts';

/** The services that cases are executed with. An exchange is in the run record once it is answered. */
export interface ExecutorOptions {
  contract: Contract;
  /** The current run record: it is renewed between cases. */
  readonly record: RunRecord;
  credentials: Credentials;
  /** Valid requests of several operations, used as control requests until others were accepted. */
  controls?: readonly CaseStep[];
  /** Returns the requests that the budget still allows; a repeat beyond it is left out. No limit by default. */
  remaining?(): Spent;
  /** Sends one request through the client. */
  send(sending: Sending): Promise<Exchange>;
  /** Sends several requests at the same time; without it they are sent one after the other. */
  together?(sendings: readonly Sending[]): Promise<Exchange[]>;
}

/** A case that was sent to the end: the exchange of its last step, all its exchanges, and the results for what it is about. */
export interface TriedCase {
  exchange: Exchange;
  exchanges: readonly Exchange[];
  results: OpenApiResult[];
}

/** Everything is written under this id: the requirements that judge an exchange are decided afterwards. */
const requirement = 'ANY';

/** Steps that are sent at the same time. */
type Round = readonly CaseStep[];

/** How a round is sent: its purpose, and the exchange that each step confirms. */
type Manner = { purpose: Purpose; repeats?: readonly string[] };

/** Executes cases on any API: sends each, confirms what counts only when it is seen twice, and judges it. */
export class OpenApiExecutor {
  readonly #trying: ExecutorOptions;
  /** Valid requests that were accepted: they are sent as control requests before a repeat. */
  readonly #controls: CaseStep[] = [];
  /** Keys of the writes whose answers were lost: none of them serves as a control request. */
  readonly #lost = new Set<string>();

  constructor(trying: ExecutorOptions) {
    this.#trying = trying;
  }

  /**
   * Sends a case and returns the results of all requirements for its last round; undefined if a step needs a value that no answer has, or if it is a write
   * after a lost write.
   */
  async execute({ steps, label }: FuzzCase): Promise<TriedCase | undefined> {
    const exchanges: Exchange[] = [];
    let last: { round: Round; filled: Round; sent: readonly Exchange[] } = { round: [], filled: [], sent: [] };
    const references = new References({ freshKey: randomUUID, answerTo: (step) => exchanges[step - 1]?.text });
    for (const group of concurrentGroups(steps)) {
      const round = group.map(({ step }) => step);
      const filled = attempt(() => round.map((step) => references.filled(step)));
      if (filled instanceof UnresolvedReference || (round.some(mayChange) && exchanges.some(isLostWrite)))
        return undefined;
      last = { round, filled, sent: await this.#send(filled, { purpose: 'probe' }) };
      exchanges.push(...last.sent);
    }
    const exchange = exchanges.at(-1);
    if (!exchange) return undefined;
    const [step] = steps.slice(-1);
    if (step && label.is === 'valid' && exchange.class === 'accepted') this.#keep(step);
    await this.#confirm(last.filled, last.sent);
    const judged = last.filled.flatMap((one, at) =>
      this.#resultsFor(last.sent[at] as Exchange, { asked: last.round[at] as CaseStep, step: one, label }),
    );
    return { exchange, exchanges, results: judged };
  }

  /** Returns the results for an exchange; `asked` is its step before its references were filled. */
  #resultsFor(exchange: Exchange, { asked, ...rest }: { asked: CaseStep } & Pick<JudgedAnswer, 'step' | 'label'>) {
    const { record, contract } = this.#trying;
    const operation = operationFor({ contract, step: asked });
    const isUnknown = operation !== undefined && isInvented(operation, asked.path);
    return resultsOf({ record, contract, exchange, ...rest, isInvented: isUnknown });
  }

  // Keeps one request for each operation, reads first, since a control request should change nothing.
  #keep(step: CaseStep): void {
    if (holdsReference(step.path) || this.#controls.some(({ operation }) => operation === step.operation)) return;
    if (step.method === 'GET') this.#controls.unshift(step);
    else this.#controls.push(step);
    this.#controls.length = Math.min(this.#controls.length, mostControls);
  }

  /**
   * Repeats a round, after a control request, if it shows something that must be seen twice; in a run with noise, as often as the noise requires. A round with
   * a lost write is not repeated.
   */
  async #confirm(round: Round, sent: readonly Exchange[]): Promise<void> {
    const doubted = sent.filter((exchange, at) => needsConfirming({ step: round[at] as CaseStep, exchange }));
    const isDoubted = () => doubted.some((exchange) => needsRetry(this.#trying.record, exchange));
    if (doubted.length === 0) return;
    for (let last = sent; !last.some(isLostWrite) && (last === sent || isDoubted()); ) {
      await this.#control(round);
      if (!this.#isPayable(round)) return;
      last = await this.#send(round, { purpose: 'confirm', repeats: sent.map(({ id }) => id) });
    }
  }

  /** Sends a control request. Requests of a failing operation are likely to fail as well, so one of another operation is preferred. */
  async #control(round: Round): Promise<void> {
    const names = new Set(round.map(({ operation }) => operation));
    const known = [...this.#controls, ...(this.#trying.controls ?? [])];
    const all = known.filter((control) => !this.#lost.has(askedBy(control)));
    const others = all.filter(({ operation }) => !names.has(operation));
    for (const control of (others.length > 0 ? others : all).slice(0, mostControls)) {
      if (!this.#isPayable([control, ...round])) break;
      const [answer] = await this.#send([control], { purpose: 'control' });
      if (answer?.class === 'accepted') break;
    }
  }

  #isPayable(steps: readonly CaseStep[]): boolean {
    const left = this.#trying.remaining?.();
    const { posts, gets } = requestCountOf(steps.map(({ method }) => method));
    return left === undefined || (gets <= left.gets && posts <= left.posts);
  }

  async #send(round: Round, { purpose, repeats }: Manner): Promise<Exchange[]> {
    const { contract, credentials, send, together } = this.#trying;
    const sendings = round.map((step, at) => {
      const operation = operationFor({ contract, step });
      return clientRequest(step, { requirement, purpose, operation, credentials, repeats: repeats?.[at] });
    });
    const sent = sendings.length > 1 && together ? await together(sendings) : await oneByOne(sendings, send);
    for (const [at, step] of round.entries()) if (sent[at] && isLostWrite(sent[at])) this.#lost.add(askedBy(step));
    return sent;
  }
}

async function oneByOne(sendings: readonly Sending[], send: ExecutorOptions['send']): Promise<Exchange[]> {
  const sent: Exchange[] = [];
  for (const sending of sendings) sent.push(await send(sending));
  return sent;
}

const askedBy = ({ method, path, body }: CaseStep): string => JSON.stringify([method, path, body]);

const mayChange = ({ method }: CaseStep) => !safeMethods.has(method);

/** The most control requests that are tried before an answer is left unconfirmed. */
const mostControls = 5;
