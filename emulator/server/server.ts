import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { control, hasControlToken } from '../control/controlApi.ts';
import { type Clock, MILLISECOND } from '../domain/clock.ts';
import { type Answer, type Call, segmentsOf } from '../domain/httpMessages.ts';
import { writeJson } from '../domain/json.ts';
import type { Quota } from '../domain/quota.ts';
import { Refusal, type RefusalCode } from '../domain/refusal.ts';
import { faultList } from '../faults/catalogue.ts';
import { refusalAnswer } from '../http/answers.ts';
import { type Instance, now, type Service } from '../instance/instance.ts';
import type { Setup } from '../instance/setup.ts';
import { conformingRules, type Rules } from '../rules/index.ts';
import { httpSender, type Sender } from './httpSender.ts';
import { type Instances, openInstances } from './instances.ts';
import { type PageOpener, serve, type TimedAnswer } from './serve.ts';
import { openDispatchers } from './webhookDispatcher.ts';

/** Longer bodies are refused without being read; the longest field needs far less. */
const MAX_BODY_BYTES = 1_500_000;

/** The options of a server: test control, mutants and variants, the rules of the main service, the quota and the clock. */
export interface ServerOptions {
  readonly setup: Setup;
  readonly control?: boolean;
  readonly instances?: boolean;
  readonly rules?: Rules | undefined;
  readonly quota?: Quota | undefined;
  readonly clock?: Clock | undefined;
  /** The sender of webhooks; HTTP by default, replaced in tests. */
  readonly sender?: Sender | undefined;
}

interface ServerParts {
  readonly fleet: Instances;
  readonly controlToken: string | null;
  readonly many: boolean;
  /** Sends the due webhooks of a service, and wakes it when the next one is due. */
  readonly tell: (service: Service) => void;
}

/** Builds a server with one route for everything, so that our own rules handle every path and body. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const app = Fastify({ bodyLimit: MAX_BODY_BYTES, rewriteUrl: () => '/', forceCloseConnections: true });
  const couriers = openDispatchers(options.sender ?? httpSender());
  app.addHook('onClose', async () => couriers.close());
  const parts: ServerParts = {
    fleet: openInstances({
      setup: options.setup,
      baseUrl: () => addressOf(app),
      rules: options.rules,
      quota: options.quota,
      clock: options.clock,
    }),
    controlToken: options.control ? options.setup.controlToken : null,
    many: options.instances ?? false,
    tell: couriers.of,
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request) => {
    // The body is read as bytes whatever its type, because authentication comes before any check of the type.
    request.raw.headers['content-type'] = 'application/octet-stream';
  });
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const call = callOf(request);
    const arrival = { call, openPage: await pageOpener(call.path) };
    const { served, rules } = answered(parts, arrival, options.setup.controlToken);
    if (served.delayMs > 0) await new Promise((resume) => setTimeout(resume, served.delayMs));
    send(reply, served.answer, rules);
  };
  app.all('/', handle);
  app.setNotFoundHandler(handle);
  app.setErrorHandler((error, _request, reply) => send(reply, failure(error), conformingRules));
  return app;
}

/** The address at which a server listens, or a placeholder while it does not. */
export function addressOf(app: FastifyInstance): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return 'http://emulator.invalid';
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

/** Paths of the end user's side, with or without the name of an instance. */
const PAGE_PATH = /^(\/~[^/]+)?\/(checkout|link|pages|widget\.js)(\/|$)/;

/** The end user's side is loaded when its first page is opened, so that a start without pages stays quick. */
const pageOpener = async (path: string): Promise<PageOpener | undefined> =>
  PAGE_PATH.test(path) ? (await import('../pages/pages.ts')).pageAnswer : undefined;

function answered(
  parts: ServerParts,
  { call, openPage }: { call: Call; openPage: PageOpener | undefined },
  token: string,
): { served: TimedAnswer; rules: Rules } {
  const [first = '', ...others] = segmentsOf(call.path);
  const at = (answer: Answer): { served: TimedAnswer; rules: Rules } => ({
    served: { answer, delayMs: 0 },
    rules: conformingRules,
  });
  if (parts.many && first === '~fleet' && others.length === 0 && hasControlToken(call, token)) {
    return at({ status: 200, contentType: 'application/json; charset=utf-8', text: writeJson(faultList()) });
  }
  const named = parts.many && first.startsWith('~') ? parts.fleet.named(first.slice(1)) : undefined;
  const service = named ?? parts.fleet.main();
  const inner = named ? { ...call, path: `/${call.path.split('/').slice(2).join('/')}` } : call;
  const [room, ...controlPath] = named ? others : [first, ...others];
  if (room === '~control' && hasControlToken(call, parts.controlToken)) {
    const answer = control(service, inner, controlPath);
    parts.tell(service);
    if (answer) return at(answer);
  }
  const { answer, delayMs } = serve(service, { call: inner, openPage });
  parts.tell(service);
  return { served: { answer: dated(answer, service.instance), delayMs }, rules: service.rules };
}

/** Adds the Date of the instance's clock, which the control API may have moved, so that it agrees with the records. */
function dated(answer: Answer, instance: Instance): Answer {
  const date = new Date(Number(now(instance) / MILLISECOND)).toUTCString();
  return { ...answer, headers: { date, ...answer.headers } };
}

function callOf(request: FastifyRequest): Call {
  const [path = '/', ...query] = request.originalUrl.split('?');
  return {
    verb: request.method,
    path,
    query: new URLSearchParams(query.join('?')),
    headers: request.headers,
    contentType: saidType(request.raw.rawHeaders),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

/** The content type as sent, which the framework does not see; raw headers alternate names and values. */
const saidType = (rawHeaders: readonly string[]): string | undefined =>
  rawHeaders.find((_, place) => place % 2 === 1 && rawHeaders[place - 1]?.toLowerCase() === 'content-type');

/** Writes an answer without the framework, which would change the case of header names and the content types. */
function send(reply: FastifyReply, { status, contentType, text, headers = {} }: Answer, rules: Rules): void {
  const body = Buffer.from(text);
  reply.hijack();
  reply.raw.writeHead(status, {
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [rules.headerName(name), value])),
    ...(contentType === null ? {} : { [rules.headerName('content-type')]: contentType }),
    [rules.headerName('content-length')]: body.length,
  });
  reply.raw.end(body);
}

/** The answer to a failure before the service runs: an oversized or malformed body, or an internal error. */
function failure(error: unknown): Answer {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const code: RefusalCode = status === 413 ? 'body_too_large' : 'malformed_request';
  if (status < 500) return refusalAnswer(new Refusal(code, 'The request cannot be read'), conformingRules);
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return {
    status: 500,
    contentType: 'application/json; charset=utf-8',
    text: '{"message":"Internal error","code":"internal"}',
  };
}
