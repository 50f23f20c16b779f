import { control } from '../../../control/controlApi.ts';
import { HOUR_MS, type Instant, later, MILLISECOND } from '../../../domain/clock.ts';
import type { Answer, Call } from '../../../domain/httpMessages.ts';
import { segmentsOf } from '../../../domain/httpMessages.ts';
import type { Credential } from '../../../domain/tokens.ts';
import { tokensOf } from '../../../domain/tokens.ts';
import type { AttemptOutcome, WebhookRequest } from '../../../domain/webhook.ts';
import { matchingRoutes } from '../../../endpoints/routes.ts';
import { newInstance, type Service } from '../../../instance/instance.ts';
import { newSetup, type Setup, variablesOf } from '../../../instance/setup.ts';
import { conformingRules, type Rules } from '../../../rules/index.ts';
import { serve } from '../../../server/serve.ts';
import { openDispatchers } from '../../../server/webhookDispatcher.ts';

/** A request of a play. */
export interface PlayedRequest {
  readonly verb?: string;
  readonly path: string;
  readonly query?: string;
  /** A value to send as JSON, or a text to send as it is. */
  readonly body?: unknown;
  /** The headers of the main account by default. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly type?: string;
}

/** What a play sent and what came back: an answer, or a delivery with the word `webhook` as its kind. */
export interface Seen {
  /** `webhook`, `control`, an operation, or `other`. */
  readonly kind: string;
  readonly sent: string;
  readonly text: string;
}

/** One emulated service in this process, on a clock that only the play moves. */
export interface Stage {
  readonly service: Service;
  readonly setup: Setup;
  readonly seen: Seen[];
  /** Sends a request; returns the answer as JSON, or undefined if it was refused or is none. */
  readonly ask: (request: PlayedRequest) => unknown;
  /** Runs an action of the test control API. */
  readonly pull: (action: string, body?: unknown) => unknown;
  readonly pass: (ms: number) => void;
  /** The reaction of the receiver of webhooks. */
  react: (sending: WebhookRequest) => AttemptOutcome;
}

const BEGIN: Instant = 1_767_225_600_123_456_000n;
const LABELS = ['main', 'revoked', 'elsewhere', 'second', 'cross', 'limited'];

/** The number of ids that one step may draw. Each step begins at its own place, so that a refusal changes no later id. */
const DRAWS = 1000;

const OK: AttemptOutcome = { end: 'answered', status: 200, location: null };

/** The variables of all tokens, the same in every play. */
const ENV = Object.fromEntries(
  LABELS.flatMap((label, place) => {
    const { tokenId, secret } = variablesOf(label);
    return [
      [tokenId, `TKN-00000000-0000-4000-8000-${String(place).padStart(12, '0')}`],
      [secret, `secret of ${label}`],
    ];
  }),
);

/** The quota of the limited account lasts for the whole play, so that the machine's time does not matter. */
function newPlaySetup(): Setup {
  const setup = newSetup('play', ENV);
  const accounts = setup.accounts.map((one) => ({ ...one, quota: one.quota && { ...one.quota, windowMs: HOUR_MS } }));
  return { ...setup, accounts };
}

/** The credential of the token with this label. */
export function credentialOf({ accounts }: Setup, label: string): Credential {
  const found = tokensOf(accounts).find(({ token }) => token.label === label);
  if (found === undefined) throw new Error(`there is no token ${label}`);
  return found.token.credential;
}

/** The headers of the simple scheme for the token with this label. */
export function headersOf(setup: Setup, label: string): Record<string, string> {
  const { tokenId, secret } = credentialOf(setup, label);
  return { 'x-token-api-id': tokenId, 'x-token-api-secret': secret };
}

/** Places the draws of ids and the order of records where the same step has them in every play. */
export function beginStep({ service: { instance } }: Stage, step: number): void {
  (instance as { random: { drawn: number } }).random.drawn = (step + 1) * DRAWS;
  instance.recorded = (step + 1) * DRAWS;
}

/** Opens a service that follows these rules. */
export function openStage(rules: Rules): Stage {
  const setup = newPlaySetup();
  let time = BEGIN;
  const seen: Seen[] = [];
  const { seed, accounts } = setup;
  const instance = newInstance({ seed, accounts, baseUrl: 'http://play.invalid', clock: () => time }, rules);
  const service: Service = { name: 'play', instance, rules };
  const couriers = openDispatchers({
    send: (sending, report) => {
      const { text, ...others } = sending;
      seen.push({ kind: 'webhook', sent: '', text: JSON.stringify(others) + text });
      report(stage.react(sending));
      return () => {};
    },
    close: () => {},
  });
  const note = (kind: string, call: Call, answer: Answer): unknown => {
    seen.push({ kind, sent: wordsOf(call), text: textOf(answer) });
    couriers.of(service);
    return answer.status < 300 ? jsonOf(answer.text) : undefined;
  };
  const stage: Stage = {
    service,
    setup,
    seen,
    ask: (request) => {
      const call = callOf(request, headersOf(setup, 'main'));
      return note(
        kindOf(call),
        call,
        answering(() => serve(service, { call }).answer),
      );
    },
    pull: (action, body) => {
      const call = callOf({ path: `/~control/${action}`, body }, {});
      return note(
        'control',
        call,
        answering(() => control(service, call, segmentsOf(`/${action}`)) ?? CRASH),
      );
    },
    pass: (ms) => {
      time = later(time, ms);
    },
    react: () => OK,
  };
  return stage;
}

const CRASH: Answer = { status: 500, contentType: null, text: 'crashed' };

/** An answer; a service that breaks down answers like a crashed one. */
function answering(answer: () => Answer): Answer {
  try {
    return answer();
  } catch {
    return CRASH;
  }
}

function callOf({ verb, path, query = '', body, headers, type }: PlayedRequest, own: Record<string, string>): Call {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return {
    verb: verb ?? (body === undefined ? 'GET' : 'POST'),
    path,
    query: new URLSearchParams(query),
    headers: headers ?? own,
    contentType: body === undefined ? undefined : (type ?? 'application/json'),
    body: Buffer.from(text),
  };
}

/** The texts of an answer that do not depend on the machine's time. */
function textOf({ status, contentType, text, headers = {} }: Answer): string {
  const { 'retry-after': again, ...others } = headers;
  return JSON.stringify([status, contentType, others, again === undefined ? null : again === '0' ? 0 : 1, text]);
}

const wordsOf = ({ verb, path, query, headers, body }: Call): string =>
  [
    verb,
    query.size > 0 ? `${path}?${query}` : path,
    `as ${headers['x-token-api-id'] ?? 'nobody'}`,
    body.toString('utf8'),
  ].join(' ');

/** The operation that a path names, or `other`. */
const kindOf = ({ path }: Call): string =>
  matchingRoutes(segmentsOf(path), conformingRules)[0]?.route.operation ?? 'other';

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The time that a play shows at its beginning, in milliseconds since 1970. */
export const BEGIN_MS = Number(BEGIN / MILLISECOND);
