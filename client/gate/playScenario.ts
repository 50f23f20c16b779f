import type { TesteeBreak, TesteeIntroduction, TesteeRequest, TesteeScheme } from '../protocol/messages.ts';
import type { ClientCredential } from '../record/authenticationFacts.ts';
import type { ClientLine, RequestLine } from '../record/clientLines.ts';
import { hasFailed } from '../record/requestEnd.ts';
import { scenarioName } from '../scenarios/allScenarios.ts';
import type { Needs, Scenario, Step } from '../scenarios/scenario.ts';
import type { Front } from '../server/front.ts';
import type { Session } from './session.ts';
import { webhookRequest } from './webhookBytes.ts';

/** What scenarios are played with. */
export interface Stage {
  session: Session;
  front: Front;
  introduction: TesteeIntroduction;
  credential: ClientCredential;
  webhookSecret: string;
  caFile: string;
  scheme?: TesteeScheme;
  write: (line: ClientLine) => void;
  clean: (text: string) => string;
  nextCall: () => string;
  /** The last request that the client sent. */
  lastRequest: () => RequestLine | undefined;
}

/** How long a client waits for an answer, unless a scenario says otherwise. */
const usualTimeoutMs = 5_000;

/** An answer, or a request, of more characters is not stored. */
const longestStored = 512 * 1024;

/** Says what of the needs of a scenario the testee does not offer; undefined if it offers all. */
function missingFor(
  { operations = [], features = [], scheme }: Needs,
  introduction: TesteeIntroduction,
): string | undefined {
  const operation = operations.find((one) => !introduction.operations.includes(one));
  if (operation !== undefined) return `the testee does not offer ${operation}`;
  const feature = features.find((one) => !introduction.features.includes(one));
  if (feature !== undefined) return `the testee does not offer the feature ${feature}`;
  return scheme === undefined || introduction.schemes.includes(scheme)
    ? undefined
    : `the testee does not offer the ${scheme} scheme`;
}

const requestOf = (step: Step, secret: string): TesteeRequest => ('text' in step ? webhookRequest(step, secret) : step);

/** Writes a request for the journal: long bytes are replaced by their number. */
function storedRequest(request: TesteeRequest): string {
  const text = JSON.stringify(request);
  if (text.length <= longestStored || !('body' in request)) return text;
  return JSON.stringify({ ...request, body: `<${String(request.body).length} characters of base64>` });
}

/** True for an SDK that gave no answer yet since its last request had failed: it waits before the next. */
const isWaiting = ({ kind }: TesteeBreak, last: RequestLine | undefined, call: string): boolean =>
  kind === 'silent' && last?.call === call && hasFailed(last);

/** Asks one step of the testee and writes it down; false if the testee broke. */
async function asked(
  stage: Stage,
  { name, at, request }: { name: string; at: number; request: TesteeRequest },
): Promise<true | { broken: string }> {
  const { session, front, write, clean, nextCall, lastRequest } = stage;
  const id = nextCall();
  front.call = id;
  const answered = await session.ask(request);
  front.call = undefined;
  if ('broken' in answered && isWaiting(answered.broken, lastRequest(), id)) session.excuse();
  const line = 'line' in answered ? answered.line.slice(0, longestStored) : undefined;
  const bare = line === undefined ? undefined : clean(line);
  write({
    kind: 'call',
    id,
    scenario: name,
    at,
    request: clean(storedRequest(request)),
    ...(bare !== undefined && { answer: bare }),
    ...('broken' in answered && { broken: answered.broken }),
    tookMs: answered.tookMs,
    ...(bare !== line && { isLeaking: true }),
  });
  return 'broken' in answered ? { broken: id } : true;
}

/** Opens the client as a scenario asks; returns how the testee broke, if it did. */
async function opened(stage: Stage, scenario: Scenario): Promise<boolean> {
  const { session, front, credential, caFile, introduction } = stage;
  const { rules = [], open = {} } = scenario;
  const scheme = [open.scheme ?? stage.scheme].find((one) => one && introduction.schemes.includes(one));
  const asked = { ...credential, ...(scheme && { scheme }) };
  const baseUrl = front.play({ scenario: scenarioName(scenario), rules, credential: asked }, open.listener);
  const answered = await session.ask({
    do: 'open',
    version: 1,
    baseUrl,
    ...asked,
    timeoutMs: open.timeoutMs ?? usualTimeoutMs,
    ...(open.trustsOurs && { caFile }),
  });
  return 'line' in answered;
}

/** Plays one scenario: opens the client, asks its steps, and writes down what is asserted of it. */
export async function playScenario(stage: Stage, scenario: Scenario): Promise<void> {
  const { session, write, introduction, webhookSecret } = stage;
  const { requirement, steps, claims, needs, restarts } = scenario;
  const name = scenarioName(scenario);
  const reason = missingFor(needs, introduction);
  if (reason !== undefined) return write({ kind: 'skipped', requirement, scenario: name, reason });
  const { lost } = session;
  if (lost) return write({ kind: 'broken', requirement, scenario: name, ...lost });
  const broken = (call?: string) => {
    const { last } = session;
    if (last) write({ kind: 'broken', requirement, scenario: name, broken: last, ...(call !== undefined && { call }) });
  };
  if (restarts) await session.restart();
  if (!(await opened(stage, scenario))) return broken();
  for (const [at, step] of steps.entries()) {
    const done = await asked(stage, { name, at, request: requestOf(step, webhookSecret) });
    if (done !== true) return broken(done.broken);
  }
  for (const { oracle, args } of claims)
    write({ kind: 'claim', requirement, scenario: name, oracle, args: args ?? null });
}
