import { setTimeout as delay } from 'node:timers/promises';
import type { OracleResult } from '../../../oracles/core/result.ts';
import { isUnresolved } from '../../../oracles/payments/unresolvedWrites.ts';
import { dependsOnAbsence, judgeAssertion, type OracleName } from '../../../oracles/registry.ts';
import { Api } from '../../../runner/worker/api.ts';
import { moveClockOf, runControlAction } from '../../../runner/worker/controlActions.ts';
import { repeatFailedRead } from '../../../runner/worker/repeatFailedRead.ts';
import { contentKey } from '../../../runner/worker/similarWrites.ts';
import { targetNow } from '../../../runner/worker/targetNow.ts';
import type { Worker } from '../../../runner/worker/worker.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { recordAs } from '../../../traffic/journal/recordAs.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Sending } from '../../../traffic/transport/sending.ts';
import type { CaseAssertion, CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { attempt, References, UnresolvedReference, usesTargetTime } from '../../engine/cases/references.ts';
import { concurrentGroups } from '../../engine/cases/stepGroups.ts';
import { accountOf, type FillSources, filledArguments, type SentExchanges } from './assertionArguments.ts';
import { clientRequest, purposeOf } from './clientRequest.ts';
import { readBackEffects } from './readBack.ts';

/** The outcome of a case. */
export interface ExecutedCase {
  case: FuzzCase;
  /** The exchange of each step; undefined if the step was a control action, or was not sent. */
  steps: readonly (Exchange | undefined)[];
  /** The assertions of the case on these exchanges, and what their oracles said as soon as the case had ended. */
  assertions: readonly { claim: CaseAssertion; args: Plain; ruling: OracleResult }[];
  /** The numbers of all its exchanges, including follow-up reads and confirmations. */
  exchanges: readonly string[];
  /** Why it was not sent completely. */
  incompleteBecause?: string | undefined;
}

/** Returns the current time of the target, ms. Takes it from the last answer, if this answer shows the time. */
function nowOf({ exchanges }: RunRecord): number {
  const last = exchanges.at(-1);
  return last ? targetNow(last) : Date.now();
}

/** The age from which an answer no longer shows the current time, ns: the clock may have been moved since the answer. */
const oldNs = 5_000_000_000n;

const isOld = (last: Exchange | undefined): boolean =>
  last === undefined || process.hrtime.bigint() - last.sentNs > oldNs;

/** Returns the status that an answer shows: that of its record, or of the first record that a search finds. */
function statusIn({ json }: Exchange): string | undefined {
  const content = field(json, 'content');
  return textField(json, 'status') ?? (Array.isArray(content) ? textField(content[0], 'status') : undefined);
}

/** Explains why no further write of a case is sent. */
const unresolvedReason = ({ request, seen }: Exchange) =>
  `nobody knows what became of ${request} (${seen}), so another write could be a duplicate`;

/** The interval between two sendings of a step that waits for a status, ms. */
const lookStepMs = 100;

/** How cases are executed: the control requests that are known, by key, and the results whose assertions are written to the journal. */
interface Manner {
  controls?: Map<string, Exchange>;
  tells?: (result: OracleResult) => boolean;
}

/** Executes the cases of one worker, whose combination marks their exchanges, and records their assertions. */
export class CaseExecutor {
  readonly #worker: Worker;
  readonly #requirement: string;
  readonly #isRecorded: (result: OracleResult) => boolean;
  /** Control requests that were accepted, and control requests with an unknown outcome, by key. They are not sent again. */
  readonly #controls: Map<string, Exchange>;

  constructor(
    worker: Worker,
    requirement: string,
    { controls = new Map<string, Exchange>(), tells: isRecorded = () => true }: Manner = {},
  ) {
    this.#worker = worker;
    this.#isRecorded = isRecorded;
    this.#requirement = requirement;
    this.#controls = controls;
  }

  /** The control requests that are known. */
  get controls(): ReadonlyMap<string, Exchange> {
    return this.#controls;
  }

  /** Sends the steps of a case, then reads what an accepted write has left behind. Throws Unreachable if the target no longer responds. */
  async execute(one: FuzzCase): Promise<ExecutedCase> {
    const { record } = this.#worker;
    const steps: SentExchanges = one.steps.map(() => undefined);
    const references = new References({
      freshKey: this.#worker.freshKey,
      answerTo: (step) => steps[step - 1]?.text,
      now: () => nowOf(record),
    });
    // Only answers show the target's time.
    if (one.steps.some(usesTargetTime) && isOld(record.exchanges.at(-1))) await this.#glance();
    let incompleteBecause: string | undefined;
    for (const group of concurrentGroups(one.steps))
      incompleteBecause ??= await this.#sendGroup(one, group, { steps, references });
    const assertions = this.#judgeAssertions(one, { steps, references });
    const own = record.exchanges.filter(({ line }) => line.cell === this.#worker.combination);
    return { case: one, steps, assertions, exchanges: own.map(({ id }) => id), incompleteBecause };
  }

  #judgeAssertions({ claims: assertions = [] }: FuzzCase, way: FillSources): ExecutedCase['assertions'] {
    return assertions.flatMap((assertion) => {
      const args = filledArguments(assertion.args, way);
      if (args === undefined) return [];
      const { requirement, oracle } = assertion;
      const account = dependsOnAbsence(oracle) ? accountOf(args, way.steps) : undefined;
      const { record } = this.#worker;
      const own = account === undefined ? record : recordAs(record, account);
      const result = judgeAssertion(own, oracle satisfies OracleName, args);
      const of = account !== undefined && { account };
      if (this.#isRecorded(result)) this.#worker.write({ kind: 'claim', requirement, oracle, args, ...of });
      return [{ claim: assertion, args, ruling: result }];
    });
  }

  async #sendGroup(
    one: FuzzCase,
    group: readonly { at: number; step: CaseStep }[],
    { steps, references }: FillSources,
  ): Promise<string | undefined> {
    const filled = attempt(() => group.map(({ at, step }) => ({ at, step: references.filled(step) })));
    if (filled instanceof UnresolvedReference) return filled.message;
    const doubtful = this.#unresolvedBefore(one, filled, steps);
    if (doubtful) return unresolvedReason(doubtful);
    const [first] = filled;
    if (first && filled.length === 1) steps[first.at] = await this.#sendOne(one, first);
    else {
      const sendings = filled.map(({ at, step }) => this.#sending(one, at, step));
      const sent = await this.#worker.client.together(sendings);
      for (const [index, { at }] of filled.entries()) steps[at] = sent[index];
      for (const [index, sending] of sendings.entries()) this.#note(sending, sent[index]);
      for (const exchange of sent.slice(0, 1)) await readBackEffects(this.#worker, this.#requirement, exchange);
    }
    return undefined;
  }

  /** Returns a write with an unknown outcome that prevents these writes from being sent: an earlier write of the case, or a write with the same content. */
  #unresolvedBefore(
    one: FuzzCase,
    filled: readonly { at: number; step: CaseStep }[],
    steps: SentExchanges,
  ): Exchange | undefined {
    const writes = filled.filter(({ step }) => step.method !== 'GET' && !step.isLever);
    if (writes.length === 0) return undefined;
    const alike = writes.map(({ at, step }) =>
      this.#worker.unresolvedByKey.get(contentKey(this.#sending(one, at, step))),
    );
    return [...steps, ...alike].find((sent) => sent !== undefined && isUnresolved(sent));
  }

  #note(sending: Sending, sent: Exchange | undefined): void {
    if (sent && isUnresolved(sent)) this.#worker.unresolvedByKey.set(contentKey(sending), sent);
  }

  async #sendOne(one: FuzzCase, { at, step }: { at: number; step: CaseStep }): Promise<Exchange | undefined> {
    const { record } = this.#worker;
    if (step.isLever) {
      await this.#pull(step);
      return undefined;
    }
    const known = step.twin === undefined ? undefined : this.#controls.get(step.twin);
    if (known) {
      if (!record.has(known.id)) record.add(known.line);
      return known;
    }
    const sending = this.#sending(one, at, step);
    const sent = await this.#sent(sending, step.until);
    const isSent = sent.class === 'accepted' || isUnresolved(sent);
    if (step.twin !== undefined && isSent) this.#controls.set(step.twin, sent);
    this.#note(sending, sent);
    await repeatFailedRead(this.#worker, { sending, first: sent }, () => this.#glance());
    await readBackEffects(this.#worker, this.#requirement, sent);
    return sent;
  }

  /**
   * Sends a request once, or repeatedly until the answer has one of the given statuses. Between two sendings, moves the target's clock if it can be moved, and
   * otherwise waits.
   */
  async #sent(sending: Sending, statuses: readonly string[] | undefined): Promise<Exchange> {
    const { client, target } = this.#worker;
    const advance = moveClockOf(this.#worker);
    const pass = async () => {
      if (!(await advance?.(lookStepMs * 5))) await this.#worker.patiently(() => delay(lookStepMs));
    };
    let sent = await client.send(sending);
    if (statuses === undefined || sending.method !== 'GET' || sent.class !== 'accepted') return sent;
    const isThere = () => statuses.includes(statusIn(sent) ?? '');
    for (let waitedMs = 0; !isThere() && waitedMs < target.deadlines.finalMs; waitedMs += lookStepMs) {
      await pass();
      sent = await client.send(sending);
    }
    return sent;
  }

  async #pull({ path, body }: CaseStep): Promise<void> {
    const parameters = body && 'text' in body ? (JSON.parse(body.text) as object) : {};
    await runControlAction(this.#worker, this.#requirement, [path.slice(1), parameters]);
  }

  /** Sends a read that any target answers. */
  async #glance(): Promise<void> {
    await new Api(this.#worker, this.#requirement).send(read.methods(), { purpose: 'look' });
  }

  #sending(one: FuzzCase, at: number, step: CaseStep): Sending {
    return clientRequest(this.#worker, step, { requirement: this.#requirement, purpose: purposeOf(one, at) });
  }
}
