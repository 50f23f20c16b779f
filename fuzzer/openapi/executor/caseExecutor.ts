import { randomUUID } from 'node:crypto';
import { needsRetry } from '../../../oracles/core/noise.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { Purpose } from '../../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Sending } from '../../../traffic/transport/sending.ts';
import { requestCountOf, type Spent } from '../../engine/budget/requestMeter.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { holdsReference, References, UnresolvedReference } from '../../engine/cases/references.ts';
import { operationFor } from '../../engine/requests/requestModel.ts';
import { safeMethods } from '../cases/controlRequests.ts';
import { isInvented } from '../cases/pathSegments.ts';
import { clientRequest } from '../credentials/clientRequest.ts';
import type { Credentials } from '../credentials/credentials.ts';
import type { JudgedAnswer } from '../judgement/answer.ts';
import { isLostWrite, needsConfirming } from '../judgement/faults.ts';
import { type OpenApiResult, resultsOf } from '../judgement/oracles.ts';

/** What cases are tried with. What is sent is in the record when it is answered. */
export interface ExecutorOptions {
  contract: Contract;
  /** The record as it is now: it is renewed between cases. */
  readonly record: RunRecord;
  credentials: Credentials;
  /** Sound requests of several operations, to stand between an answer and the same again where none was taken before. */
  controls?: readonly CaseStep[];
  /** What may still be spent; what is not payable is not confirmed. As much as is wanted, where nothing is said. */
  remaining?(): Spent;
  /** The client's door. */
  send(sending: Sending): Promise<Exchange>;
  /** The same for several at once; one after the other where there is none. */
  together?(sendings: readonly Sending[]): Promise<Exchange[]>;
}

/** A case that was sent to its end: the exchange of its last step, those of all its steps, and what is ruled of what it is about. */
export interface TriedCase {
  exchange: Exchange;
  exchanges: readonly Exchange[];
  results: OpenApiResult[];
}

/** Under this id all is written that is sent: what each exchange is judged by is told afterwards. */
const requirement = 'ANY';

/** Steps that are sent at once. */
type Round = readonly CaseStep[];

function roundsIn(steps: readonly CaseStep[]): Round[] {
  const rounds: CaseStep[][] = [];
  for (const step of steps) {
    const last = rounds.at(-1);
    if (step.race !== undefined && last?.[0]?.race === step.race) last.push(step);
    else rounds.push([step]);
  }
  return rounds;
}

/** How a round is sent: why, and which exchanges it confirms, one by one. */
type Manner = { purpose: Purpose; repeats?: readonly string[] };

/** Tries cases on any API: sends each, confirms what only counts when it is seen twice, and rules on it. */
export class OpenApiExecutor {
  readonly #trying: ExecutorOptions;
  /** Sound requests that were taken: what stands between an answer and the same again. */
  readonly #controls: CaseStep[] = [];
  /** What was asked by writes that were lost: none of it stands between anything. */
  readonly #lost = new Set<string>();

  constructor(trying: ExecutorOptions) {
    this.#trying = trying;
  }

  /**
   * Sends a case and says what all requirements say of its last request, or of all that were sent at once with it; undefined where a step needs what no answer
   * holds, or comes after a lost write and is one itself.
   */
  async execute({ steps, label }: FuzzCase): Promise<TriedCase | undefined> {
    const exchanges: Exchange[] = [];
    let last: { round: Round; filled: Round; sent: readonly Exchange[] } = { round: [], filled: [], sent: [] };
    const references = new References({ freshKey: randomUUID, answerTo: (step) => exchanges[step - 1]?.text });
    for (const round of roundsIn(steps)) {
      const filled = filledBy(references, round);
      if (!filled || (round.some(mayChange) && exchanges.some(isLostWrite))) return undefined;
      last = { round, filled, sent: await this.#send(filled, { purpose: 'probe' }) };
      exchanges.push(...last.sent);
    }
    const exchange = exchanges.at(-1);
    if (!exchange) return undefined;
    const [step] = steps.slice(-1);
    if (step && label.is === 'valid' && exchange.class === 'accepted') this.#keep(step);
    await this.#confirm(last.filled, last.sent);
    const rulings = last.filled.flatMap((one, at) =>
      this.#rulingsOf(last.sent[at] as Exchange, { asked: last.round[at] as CaseStep, step: one, label }),
    );
    return { exchange, exchanges, results: rulings };
  }

  /** What is ruled of an exchange; `asked` is its step before its references were filled. */
  #rulingsOf(exchange: Exchange, { asked, ...told }: { asked: CaseStep } & Pick<JudgedAnswer, 'step' | 'label'>) {
    const { record, contract } = this.#trying;
    const operation = operationFor({ contract, step: asked });
    const isUnknown = operation !== undefined && isInvented(operation, asked.path);
    return resultsOf({ record, contract, exchange, ...told, isInvented: isUnknown });
  }

  // One of each operation, reads before all else: a control is to change nothing.
  #keep(step: CaseStep): void {
    if (holdsReference(step.path) || this.#controls.some(({ operation }) => operation === step.operation)) return;
    if (step.method === 'GET') this.#controls.unshift(step);
    else this.#controls.push(step);
    this.#controls.length = Math.min(this.#controls.length, mostControls);
  }

  /**
   * Sends a round again, a control before, where it holds what must be seen twice; where a run has seen noise, as often as that asks. A round that holds a lost
   * write is not sent again.
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

  /** Sends what is known to be sound. Of an operation that fails another request may fail as well: it is asked where there is no other. */
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
      const again = repeats?.[at];
      const operation = operationFor({ contract, step });
      const how = { requirement, purpose, operation, credentials, ...(again !== undefined && { repeats: again }) };
      return clientRequest(step, how);
    });
    const sent = sendings.length > 1 && together ? await together(sendings) : await inTurn(sendings, send);
    for (const [at, step] of round.entries()) if (sent[at] && isLostWrite(sent[at])) this.#lost.add(askedBy(step));
    return sent;
  }
}

/** The steps of a round with their references filled; undefined where one leads nowhere. */
function filledBy(references: References, round: Round): Round | undefined {
  try {
    return round.map((step) => references.filled(step));
  } catch (error) {
    if (error instanceof UnresolvedReference) return undefined;
    throw error;
  }
}

async function inTurn(sendings: readonly Sending[], send: ExecutorOptions['send']): Promise<Exchange[]> {
  const sent: Exchange[] = [];
  for (const sending of sendings) sent.push(await send(sending));
  return sent;
}

const askedBy = ({ method, path, body }: CaseStep): string => JSON.stringify([method, path, body]);

const mayChange = ({ method }: CaseStep) => !safeMethods.has(method);

/** So many controls are tried before an answer is left unconfirmed. */
const mostControls = 5;
