import { performance } from 'node:perf_hooks';
import { duringCall, noteOfCall } from '../domain/currentCall.ts';
import { type Answer, type Call, segmentsOf } from '../domain/httpMessages.ts';
import type { Operation } from '../domain/operations.ts';
import { Refusal } from '../domain/refusal.ts';
import { matchingRoutes } from '../endpoints/routes.ts';
import { answeringRefusals, refusalAnswer } from '../http/answers.ts';
import { type Account, type Instance, now, type Service } from '../instance/instance.ts';
import { applyScheduled } from '../lifecycle/scheduler.ts';
import { actAsOtherUsers } from '../orders/otherUsers.ts';
import type { Rules } from '../rules/index.ts';
import { authenticate } from './authenticate.ts';
import { payinPage } from './payinPage.ts';
import { limitRate } from './rateLimiter.ts';

/** An answer and its delay. */
export interface TimedAnswer {
  readonly answer: Answer;
  readonly delayMs: number;
}

/** Answers a request to the end user's side of a service; undefined for other paths. */
export type PageOpener = (
  visit: { readonly instance: Instance; readonly rules: Rules; readonly call: Call },
  segments: readonly string[],
) => Answer | undefined;

/** A request, and what answers it if it is for a page. */
export interface Arrival {
  readonly call: Call;
  readonly openPage?: PageOpener | undefined;
}

/** Answers one request to an instance: applies due moves, then checks authentication and rate, then runs the endpoint. */
export function serve(service: Service, { call, openPage = payinPage }: Arrival): TimedAnswer {
  applyScheduled(service.instance, service.rules);
  return duringCall({ call, now: now(service.instance) }, () => timedAnswer(service, { call, openPage }));
}

function timedAnswer(service: Service, { call, openPage }: { call: Call; openPage: PageOpener }): TimedAnswer {
  const { instance, rules } = service;
  const { answer, operation, isPage } = answered(service, call, openPage);
  const location = rules.leadsTo({ operation, path: call.path, status: answer.status }, instance.baseUrl);
  return {
    answer: location === null ? answer : { status: 307, contentType: null, text: '', headers: { location } },
    delayMs: isPage ? rules.pageDelayMs() : operation === null ? 0 : rules.answerDelayMs(operation),
  };
}

/** An answer with its operation, which is null for a page and for an unknown path. */
interface Answered {
  readonly answer: Answer;
  readonly operation: Operation | null;
  readonly isPage: boolean;
}

function answered(service: Service, call: Call, openPage: PageOpener): Answered {
  const { instance, rules } = service;
  const segments = segmentsOf(call.path);
  const [first, ...others] = matchingRoutes(segments, rules);
  if (first === undefined) {
    const page = openPage({ instance, rules, call }, segments);
    return { answer: page ?? unknownPath(rules), operation: null, isPage: page !== undefined };
  }
  const fitting = [first, ...others].find(({ route }) => rules.answersVerb(call.verb, route.verb));
  const { operation } = (fitting ?? first).route;
  noteOfCall({ operation });
  const answer = answeringRefusals(service, () => {
    const serveUnproven = (unproven: Account): void => {
      if (fitting !== undefined) runEndpoint(service, { call, account: unproven, fitting });
    };
    const account = authenticate(call, operation, { rules, accounts: instance.accounts, serveUnproven });
    noteOfCall({ account: account.label, project: projectPlace(account, first.parameters) });
    const limited = limitRate({ verb: call.verb, nowMs: performance.now() }, { instance, rules, account });
    if (limited !== undefined && !rules.servedThoughLimited()) throw limited;
    if (fitting === undefined) throw new Refusal('method_not_allowed', 'This path does not answer this HTTP method');
    const served = runEndpoint(service, { call, account, fitting });
    if (limited !== undefined) throw limited;
    if (call.verb === 'POST') keepBody(account, operation, { body: call.body, rules });
    return { ...served, headers: { ...served.headers, ...rules.accountHeaders(account.tokens) } };
  });
  return { answer, operation, isPage: false };
}

/** The request to an endpoint, with the authenticated account and the matching route. */
interface EndpointCall {
  readonly call: Call;
  readonly account: Account;
  readonly fitting: ReturnType<typeof matchingRoutes>[number];
}

function runEndpoint(
  { instance, rules }: Service,
  { call, account, fitting: { route, parameters } }: EndpointCall,
): Answer {
  const instant = now(instance);
  instance.served += 1;
  actAsOtherUsers({ instance, rules, account, now: instant });
  const { operation } = route;
  return route.endpoint({ instance, rules, account, operation, call, parameters, now: instant });
}

/** The place of the project that a path names; null if the path names none of the account. */
function projectPlace({ projects }: Account, [named]: readonly string[]): number | null {
  const place = projects.findIndex(({ id }) => id === named);
  return place < 0 ? null : place;
}

/** Longer bodies are not stored; no order of interface.md is that long. */
const MAX_KEPT_BYTES = 10_000;

function keepBody({ lastBodies }: Account, operation: Operation, of: { body: Buffer; rules: Rules }): void {
  if (of.body.length > MAX_KEPT_BYTES) return;
  lastBodies.set(operation, of.rules.bodyText(of.body.toString('utf8'), lastBodies.get(operation) ?? null));
}

const unknownPath = (rules: Rules): Answer =>
  refusalAnswer(new Refusal('unknown_path', 'There is nothing at this path'), rules);
