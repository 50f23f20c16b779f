import { setTimeout as delay } from 'node:timers/promises';
import type { Exchange } from '../../harness/exchange.ts';
import { signingOf } from '../../harness/how.ts';
import { clockOf, pullAt } from '../../harness/levers.ts';
import { nowBy } from '../../harness/now.ts';
import { type OracleName, ruleOn } from '../../harness/oracles/claims.ts';
import type { Ruling } from '../../harness/oracles/ruling.ts';
import { field, type RunRecord, textField } from '../../harness/record.ts';
import type { Sending } from '../../harness/sending.ts';
import type { Stage } from '../../harness/stage.ts';
import type { OperationKey } from '../../schemas/contract.ts';
import { isObject, parseExact } from '../../schemas/exact.ts';
import type { Plain } from '../../schemas/plain.ts';
import type { CaseClaim, CaseStep, FuzzCase } from '../case.ts';
import { References, Unresolved } from '../references.ts';
import { follow } from './follow.ts';

/** What came of a case. */
export interface Played {
  case: FuzzCase;
  /** The exchange of each step; none where it was a lever, or was not sent. */
  steps: readonly (Exchange | undefined)[];
  /** Claims of the case on these exchanges, and what their oracles said as soon as the case had ended. */
  claims: readonly { claim: CaseClaim; args: Plain; ruling: Ruling }[];
  /** Every exchange of it, those of following reads and confirmations among them, by their numbers. */
  exchanges: readonly string[];
  /** Why it was not sent to its end. */
  broken?: string;
}

/** What is claimed in a case that was sent only in part. */
type Sent = (Exchange | undefined)[];

/** How far a case is sent, and what its references stand for. */
interface Way {
  steps: Sent;
  references: References;
}

const stepMark = /^#([1-9]\d?)$/;

/** What a text in the arguments of a claim stands for: an exchange, a value of the case, or itself; undefined where it was not sent. */
function filledWord(text: string, { steps, references }: Way): string | undefined {
  const found = stepMark.exec(text);
  if (found) return steps[Number(found[1]) - 1]?.id;
  try {
    return references.filledText(text);
  } catch (error) {
    if (error instanceof Unresolved) return undefined;
    throw error;
  }
}

/** The arguments of a claim with the numbers of exchanges for those of steps; undefined where one was not sent. */
function filledArgs(args: Plain, way: Way): Plain | undefined {
  let isLacking = false;
  const fill = (value: Plain): Plain => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one)]));
    if (typeof value !== 'string') return value;
    const filled = filledWord(value, way);
    isLacking ||= filled === undefined;
    return filled ?? '';
  };
  const filled = fill(args);
  return isLacking ? undefined : filled;
}

/** The clientOrderId that a body carries, by which its effect is looked for. */
function keyIn({ body }: CaseStep): string | undefined {
  if (!body || !('text' in body) || !body.text.includes('"clientOrderId"')) return undefined;
  const parsed = parseExact(body.text);
  const key = 'value' in parsed && isObject(parsed.value) ? parsed.value['clientOrderId'] : undefined;
  return typeof key === 'string' ? key : undefined;
}

/** A body as the client takes it: one that does not say what it is has no content type. */
function bodyOf({ body }: CaseStep): Pick<Sending, 'body' | 'contentType'> {
  if (!body) return {};
  const bytes = 'text' in body ? body.text : Buffer.from(body.base64, 'base64');
  return { body: bytes, contentType: body.type ?? null };
}

/** The time there, ms: by the last answer, where it tells. */
function nowOf({ exchanges }: RunRecord): number {
  const last = exchanges.at(-1);
  return last ? nowBy(last) : Date.now();
}

/** The status that an answer shows: of a record, or of the first that a search finds. */
function statusIn({ json }: Exchange): string | undefined {
  const content = field(json, 'content');
  return textField(json, 'status') ?? (Array.isArray(content) ? textField(content[0], 'status') : undefined);
}

/** Between two sendings of a step that waits for a status, ms. */
const lookStepMs = 100;

/** Steps in a row that are sent at once, else one by one; with their places. */
function groupsOf(steps: readonly CaseStep[]): { at: number; step: CaseStep }[][] {
  const groups: { at: number; step: CaseStep }[][] = [];
  for (const [at, step] of steps.entries()) {
    const last = groups.at(-1);
    if (last && step.race !== undefined && last[0]?.step.race === step.race) last.push({ at, step });
    else groups.push([{ at, step }]);
  }
  return groups;
}

/** How cases are played: the sound twins that are known by their likeness, and which rulings are worth a line of the journal. */
interface Manner {
  twins?: Map<string, Exchange>;
  tells?: (ruling: Ruling) => boolean;
}

/** Sends the cases of one stage, whose cell says which exchanges are theirs, and keeps what is claimed of them. */
export class Player {
  readonly #stage: Stage;
  readonly #requirement: string;
  readonly #tells: (ruling: Ruling) => boolean;
  /** Sound twins that were accepted, by their likeness. */
  readonly #twins: Map<string, Exchange>;

  constructor(
    stage: Stage,
    requirement: string,
    { twins = new Map<string, Exchange>(), tells = () => true }: Manner = {},
  ) {
    this.#stage = stage;
    this.#tells = tells;
    this.#requirement = requirement;
    this.#twins = twins;
  }

  /** The sound twins that are known. */
  get twins(): ReadonlyMap<string, Exchange> {
    return this.#twins;
  }

  /** Sends the steps of a case, then reads what an accepted write has left. Throws Unreachable when the target is gone. */
  async play(one: FuzzCase): Promise<Played> {
    const { record } = this.#stage;
    const steps: Sent = one.steps.map(() => undefined);
    const references = new References({
      freshKey: this.#stage.freshKey,
      answerTo: (step) => steps[step - 1]?.text,
      now: () => nowOf(record),
    });
    let broken: string | undefined;
    for (const group of groupsOf(one.steps)) {
      broken = await this.#sendGroup(one, group, { steps, references });
      if (broken !== undefined) break;
    }
    const claims = this.#claim(one, { steps, references });
    const own = record.exchanges.filter(({ line }) => line.cell === this.#stage.cell);
    const exchanges = own.map(({ id }) => id);
    return { case: one, steps, claims, exchanges, ...(broken !== undefined && { broken }) };
  }

  #claim({ claims = [] }: FuzzCase, way: Way): Played['claims'] {
    return claims.flatMap((claim) => {
      const args = filledArgs(claim.args, way);
      if (args === undefined) return [];
      const { requirement, oracle } = claim;
      const ruling = ruleOn(this.#stage.record, oracle satisfies OracleName, args);
      if (this.#tells(ruling)) this.#stage.write({ kind: 'claim', requirement, oracle, args });
      return [{ claim, args, ruling }];
    });
  }

  async #sendGroup(
    one: FuzzCase,
    group: readonly { at: number; step: CaseStep }[],
    { steps, references }: Way,
  ): Promise<string | undefined> {
    const filled: { at: number; step: CaseStep }[] = [];
    try {
      for (const { at, step } of group) filled.push({ at, step: references.filled(step) });
    } catch (error) {
      if (error instanceof Unresolved) return error.message;
      throw error;
    }
    const [first] = filled;
    if (first && filled.length === 1) steps[first.at] = await this.#sendOne(one, first);
    else {
      const sendings = filled.map(({ at, step }) => this.#sending(step, purposeOf(one, at)));
      const sent = await this.#stage.client.together(sendings);
      for (const [index, { at }] of filled.entries()) steps[at] = sent[index];
      for (const exchange of sent.slice(0, 1)) await follow(this.#stage, this.#requirement, exchange);
    }
    return undefined;
  }

  async #sendOne(one: FuzzCase, { at, step }: { at: number; step: CaseStep }): Promise<Exchange | undefined> {
    const { record } = this.#stage;
    if (step.isLever) {
      await this.#pull(step);
      return undefined;
    }
    const known = step.twin === undefined ? undefined : this.#twins.get(step.twin);
    if (known) {
      if (!record.has(known.id)) record.add(known.line);
      return known;
    }
    const sending = this.#sending(step, purposeOf(one, at));
    const sent = await this.#sent(sending, step.until);
    if (step.twin !== undefined && sent.class === 'accepted') this.#twins.set(step.twin, sent);
    if (sent.class === 'crashed' || sent.isLost) await this.#confirm(sending, sent);
    await follow(this.#stage, this.#requirement, sent);
    return sent;
  }

  /** Sends once, or again and again until the answer has one of some statuses: on the target's own clock, where that can be moved. */
  async #sent(sending: Sending, statuses: readonly string[] | undefined): Promise<Exchange> {
    const { client, target } = this.#stage;
    const advance = clockOf(this.#stage);
    const pass = async () => {
      if (!(await advance?.(lookStepMs * 5))) await this.#stage.patiently(() => delay(lookStepMs));
    };
    let sent = await client.send(sending);
    if (statuses === undefined || sent.class !== 'accepted') return sent;
    const isThere = () => statuses.includes(statusIn(sent) ?? '');
    for (let waitedMs = 0; !isThere() && waitedMs < target.deadlines.finalMs; waitedMs += lookStepMs) {
      await pass();
      sent = await client.send(sending);
    }
    return sent;
  }

  async #pull({ path, body }: CaseStep): Promise<void> {
    const told = body && 'text' in body ? (JSON.parse(body.text) as object) : {};
    await pullAt(this.#stage, this.#requirement, [path.slice(1), told]);
  }

  /** A crash counts when it came twice of two, a good control between (ERR-02a). */
  async #confirm(sending: Sending, first: Exchange): Promise<void> {
    const { client } = this.#stage;
    const { signing } = this.#sending({ method: 'GET', path: '', headers: [], signing: 'signed' }, 'look');
    const look = { requirement: this.#requirement, operation: 'GET /v1/user/methods' as const, method: 'GET' };
    await client.send({ ...look, purpose: 'look', path: '/v1/user/methods', signing });
    await client.send({ ...this.#rekeyed(sending), purpose: 'confirm', repeats: first.id });
  }

  /** The same with another clientOrderId: what was made once is made anew. */
  #rekeyed(sending: Sending): Sending {
    const { clientOrderId: old, body } = sending;
    if (!old || typeof body !== 'string') return sending;
    const fresh = this.#stage.freshKey();
    return { ...sending, clientOrderId: fresh, body: body.replaceAll(old, fresh) };
  }

  #sending(step: CaseStep, purpose: Sending['purpose']): Sending {
    const { target, contract } = this.#stage;
    const { operation, method, path, headers, signing, fault, account: label, connection, twin, readBack } = step;
    const account = target.credentials.find((one) => one.label === label);
    const key = keyIn(step);
    const isKnown = contract.operations.some((one) => one.key === operation);
    return {
      requirement: this.#requirement,
      purpose,
      ...(this.#stage.cell !== undefined && { cell: this.#stage.cell }),
      ...(twin !== undefined && { control: twin }),
      ...(isKnown && { operation: operation as OperationKey }),
      ...(readBack && { readBack }),
      method,
      path,
      ...bodyOf(step),
      ...(headers.length > 0 && { headers }),
      ...(connection && { connection }),
      ...(account && { account: account.label }),
      signing: signingOf({ scheme: signing, ...(fault && { fault }) }, account ?? target.credentials[0]),
      ...(key !== undefined && { clientOrderId: key }),
    };
  }
}

/** The step that a case is about: its last write, since reads may follow it to show what it left; its last step where it writes nothing but twins. */
function subjectAt(steps: readonly CaseStep[]): number {
  const write = steps.findLastIndex(({ method, twin, isLever }) => method !== 'GET' && twin === undefined && !isLever);
  return write < 0 ? steps.length - 1 : write;
}

/** Why a step is sent: as a twin, as the defect that the case is about, or for what it shows. */
function purposeOf({ steps, label }: FuzzCase, at: number): Sending['purpose'] {
  if (steps[at]?.twin !== undefined) return 'control';
  return label.is === 'invalid' && at === subjectAt(steps) ? 'defect' : 'probe';
}
