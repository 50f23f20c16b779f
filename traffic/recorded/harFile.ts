import { readFileSync, statSync } from 'node:fs';
import { urlOf } from '../../schemas/domain/urlOf.ts';
import { scanJson } from '../../schemas/json/jsonScan.ts';
import { isPlainObject, type Plain, parsedPlain } from '../../schemas/json/plain.ts';
import { ConfigurationError, fileProblem } from '../system/configurationError.ts';

/** A request of a real client, and what it was answered. Nothing of it was cleaned yet: it is never written. */
export interface RecordedExchange {
  method: string;
  url: string;
  headers: readonly (readonly [string, string])[];
  body?: string;
  /** Absent if no answer was recorded. */
  answer?: { status: number; headers: readonly (readonly [string, string])[]; body: Buffer; isCut: boolean };
  startedMs: number;
  durationMs: number;
}

/** The bounds of a HAR file, which comes from anybody: an hour of a busy client has some 20 MB. */
export const harLimits = {
  bytes: 128 * 1024 * 1024,
  depth: 32,
  entries: 50_000,
  headers: 200,
  headerBytes: 16_384,
} as const;

/** No client recorded anything before 1970, or after the last year of four digits: a journal has no way to write such moments. */
const latestMs = Date.UTC(9999, 0);

const hint = 'Export it again as HAR 1.2, with the bodies of answers, or split it.';

const problem = (where: string, wanted: string, seen: string) =>
  new ConfigurationError('the HAR file', [{ where, wanted, seen, hint }]);

function textOf(place: string): string {
  try {
    const facts = statSync(place);
    if (!facts.isFile()) throw problem(place, 'a HAR file', 'no file');
    if (facts.size > harLimits.bytes) throw problem(place, `at most ${harLimits.bytes} bytes`, `${facts.size} bytes`);
    return readFileSync(place, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw problem(place, 'a HAR file that can be read', fileProblem(error));
  }
}

const member = (value: Plain | undefined, name: string): Plain | undefined =>
  isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const textIn = (value: Plain | undefined, name: string): string | undefined => {
  const found = member(value, name);
  return typeof found === 'string' ? found : undefined;
};

const numberIn = (value: Plain | undefined, name: string): number | undefined => {
  const found = Number(member(value, name));
  return Number.isFinite(found) ? found : undefined;
};

/** Reads a list of names and values; pseudo headers of HTTP/2 are left out. */
function pairsIn(value: Plain | undefined): [string, string][] {
  const list = member(value, 'headers');
  return (Array.isArray(list) ? list : []).slice(0, harLimits.headers).flatMap((one): [string, string][] => {
    const [name, text] = [textIn(one, 'name'), textIn(one, 'value')];
    const isOne = name !== undefined && text !== undefined && !name.startsWith(':');
    return isOne ? [[name, text.slice(0, harLimits.headerBytes)]] : [];
  });
}

function answerIn(response: Plain | undefined): RecordedExchange['answer'] {
  const status = numberIn(response, 'status') ?? 0;
  if (!Number.isInteger(status) || status < 100 || status > 999) return undefined;
  const content = member(response, 'content');
  const text = textIn(content, 'text');
  const body = Buffer.from(text ?? '', textIn(content, 'encoding') === 'base64' ? 'base64' : 'utf8');
  // A browser that left the body out still says how long it was.
  return {
    status,
    headers: pairsIn(response),
    body,
    isCut: text === undefined && (numberIn(content, 'size') ?? 0) > 0,
  };
}

function exchangeIn(entry: Plain): RecordedExchange | undefined {
  const request = member(entry, 'request');
  const [method, url, started] = [textIn(request, 'method'), textIn(request, 'url'), textIn(entry, 'startedDateTime')];
  const startedMs = Date.parse(started ?? '');
  if (method === undefined || !/^[A-Z]{1,20}$/.test(method) || url === undefined || !urlOf(url)) return undefined;
  if (!(startedMs >= 0 && startedMs <= latestMs)) return undefined;
  const body = textIn(member(request, 'postData'), 'text');
  const answer = answerIn(member(entry, 'response'));
  const durationMs = Math.min(Math.max(0, numberIn(entry, 'time') ?? 0), 86_400_000);
  const headers = pairsIn(request);
  return {
    method,
    url,
    headers,
    startedMs,
    durationMs,
    ...(body !== undefined && { body }),
    ...(answer && { answer }),
  };
}

/** What a HAR file holds: its exchanges in order of time, and how many entries could not be read. */
export interface HarContent {
  exchanges: readonly RecordedExchange[];
  unread: number;
}

/** Reads a HAR file within its bounds. Throws ConfigurationError. */
export function readHar(place: string): HarContent {
  const text = textOf(place);
  const { depth } = scanJson(text, harLimits.depth);
  if (depth > harLimits.depth) throw problem(place, `at most ${harLimits.depth} levels`, 'deeper ones');
  const entries = member(member(parsedPlain(text), 'log'), 'entries');
  if (!Array.isArray(entries)) throw problem(place, 'JSON with log.entries', 'none');
  if (entries.length > harLimits.entries)
    throw problem(place, `at most ${harLimits.entries} entries`, `${entries.length}`);
  const exchanges = entries.flatMap((entry) => exchangeIn(entry) ?? []);
  return {
    exchanges: exchanges.toSorted((a, b) => a.startedMs - b.startedMs),
    unread: entries.length - exchanges.length,
  };
}
