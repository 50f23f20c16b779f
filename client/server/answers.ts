import { stringify } from 'lossless-json';
import { isObject, parseExact } from '../../schemas/json/exact.ts';
import type { ArrivedRequest } from '../record/authenticationFacts.ts';
import { edited } from './edits.ts';
import type { ClientOperation } from './operationTable.ts';
import { pageOf } from './pages.ts';
import type { Action, Edit, Throttle } from './rules.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';

/** An answer that is ready to be sent, or what is done instead of answering in full. */
export interface ReadyAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[]>>;
  body: Buffer;
  /** The earliest time of the next request, ms since the epoch, if the answer says one. */
  retryAt?: number;
  /** Sends only so many bytes of the body, and then ends the connection: at once, or after a silence. */
  cut?: { afterBytes: number; isChunked: boolean; isHeld: boolean };
}

/** Returns the headers of an answer as pairs. */
export const headerPairs = (headers: ReadyAnswer['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, value]));

/** What answers are made from. */
export interface AnswerSources {
  upstream: Upstream;
  /** What the service answered to a valid request of each operation. */
  samples: ReadonlyMap<string, UpstreamAnswer>;
  /** The origins of other hosts. */
  others: Readonly<Record<'elsewhere' | 'another port', string>>;
}

/** A request with what the front knows of it. */
export interface KnownRequest extends ArrivedRequest {
  operation: ClientOperation | undefined;
}

const json = { 'content-type': 'application/json' };

/** Returns the time that Retry-After names, in seconds or as a date, ms since the epoch; undefined if it names none. */
function retryTime(value: string | string[] | undefined, now: number): number | undefined {
  const text = String(value ?? '').trim();
  if (/^\d+$/.test(text)) return now + Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date - roundingMs;
}

/** Waiting by date is for whole seconds, at least this long: longer than a fixed pause of a client that cannot read dates. */
const leastWaitMs = 3_000;

/** A date has whole seconds, and clients round: a repeat so much before it is none that came too early. */
const roundingMs = 1_000;

function throttled({ form, seconds }: Throttle, text: string): ReadyAnswer {
  const now = Date.now();
  const date = Math.ceil((now + leastWaitMs) / 1000) * 1000;
  const forms = {
    seconds: { headers: { 'retry-after': String(seconds) }, retryAt: now + seconds * 1000 },
    date: { headers: { 'retry-after': new Date(date).toUTCString() }, retryAt: date - roundingMs },
    none: { headers: {} },
  };
  const { headers, ...rest } = forms[form];
  return { status: 429, headers: { ...json, ...headers }, body: Buffer.from(text), ...rest };
}

function withEdits(body: Buffer, operation: ClientOperation | undefined, edits: readonly Edit[]): Buffer {
  const parsed = parseExact(body.toString('utf8'));
  if (!operation || 'fault' in parsed || edits.length === 0) return body;
  const value = edits.reduce((before, edit) => edited(before, operation.answer, edit), parsed.value);
  return Buffer.from(stringify(value) ?? '');
}

const notFound: UpstreamAnswer = { status: 404, headers: json, body: Buffer.from('{"message":"not found"}') };

function sampleOf({ operation }: KnownRequest, { samples }: AnswerSources): UpstreamAnswer {
  return (operation && samples.get(operation.id)) ?? notFound;
}

/** Returns the answer that an action gives to a request; undefined if the action gives none. */
export async function answerBy(
  action: Action,
  request: KnownRequest,
  sources: AnswerSources,
): Promise<ReadyAnswer | undefined> {
  switch (action.do) {
    case 'pass':
    case 'sample': {
      const own = action.do === 'pass' ? await sources.upstream.send(request) : sampleOf(request, sources);
      const body = own.status < 300 ? withEdits(own.body, request.operation, action.edits ?? []) : own.body;
      const retryAt = own.status === 429 ? retryTime(own.headers['retry-after'], Date.now()) : undefined;
      const headers = { ...own.headers, ...action.headers };
      return { status: action.status ?? own.status, headers, body, ...(retryAt !== undefined && { retryAt }) };
    }
    case 'drop':
      await sources.upstream.send(request);
      return undefined;
    case 'answer': {
      const { status, headers = json, text } = action.answer;
      return { status, headers, body: Buffer.from(text) };
    }
    case 'throttle':
      return throttled(action.throttle, action.text);
    case 'cut':
    case 'stall': {
      const { status, headers, body } = sampleOf(request, sources);
      const isChunked = action.do === 'cut' && action.isChunked === true;
      return {
        status,
        headers,
        body,
        cut: { afterBytes: action.afterBytes, isChunked, isHeld: action.do === 'stall' },
      };
    }
    case 'redirect':
      return {
        status: action.status,
        headers: { location: `${sources.others[action.to]}${request.target}` },
        body: Buffer.alloc(0),
      };
    case 'pages': {
      const { status, headers, body } = sampleOf(request, sources);
      const parsed = parseExact(body.toString('utf8'));
      const page = 'fault' in parsed || !isObject(parsed.value) ? {} : parsed.value;
      const { target, operation } = request;
      const plain = Buffer.from(stringify(pageOf(action.pages, { target, page })) ?? '');
      return { status, headers, body: withEdits(plain, operation, action.pages.edits ?? []) };
    }
    default:
      return undefined;
  }
}
