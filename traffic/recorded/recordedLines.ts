import type { Contract } from '../../schemas/load/contract.ts';
import type { ExchangeLine } from '../journal/journalTypes.ts';
import { storedBody } from '../transport/body.ts';
import type { RecordedExchange } from './harFile.ts';
import type { RecordedCleaner } from './recordedSecrets.ts';

/** The requirement under which recorded exchanges stand in a journal. */
export const recordedName = 'recorded';

/** The first segment of every path of the interface: the version. */
const beforeVersion = /^(.*?)(?=\/v\d+\/)/;

/** Returns the base address of an exchange with the interface: what stands before the version. */
function baseOf({ url, method }: RecordedExchange, contract: Contract): string | undefined {
  const { origin, pathname } = new URL(url);
  const [, before] = beforeVersion.exec(pathname) ?? [];
  if (before === undefined) return undefined;
  return contract.operationOf(method, pathname.slice(before.length)) ? origin + before : undefined;
}

/** Returns the base address to which most recorded requests of the interface went; undefined if there are none. */
export function commonBase(exchanges: readonly RecordedExchange[], contract: Contract): string | undefined {
  const counts = new Map<string, number>();
  for (const one of exchanges) {
    const base = baseOf(one, contract);
    if (base !== undefined) counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

const headerOf = (pairs: RecordedExchange['headers'], wanted: string) =>
  pairs.find(([name]) => name.toLowerCase() === wanted)?.[1];

/** Returns the clientOrderId of a body, by which a search finds what the request made. */
function keyIn(body: string | undefined): string | undefined {
  try {
    const value = JSON.parse(body ?? '') as Record<string, unknown> | null;
    return typeof value?.['clientOrderId'] === 'string' ? value['clientOrderId'] : undefined;
  } catch {
    return undefined;
  }
}

const schemeOf = ({ headers }: RecordedExchange): ExchangeLine['request']['signature']['scheme'] => {
  if (headerOf(headers, 'x-hmac-sha256-signature') !== undefined) return 'signed';
  // Many exports leave credentials out: that says nothing about what was sent.
  return headerOf(headers, 'x-token-api-secret') === undefined ? 'signed' : 'simple';
};

const nsOf = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

/** What recorded exchanges become lines with. */
export interface LineParts {
  base: string;
  contract: Contract;
  clean: RecordedCleaner;
}

function lineOf(one: RecordedExchange, nth: number, { base, contract, clean }: LineParts): ExchangeLine {
  const { pathname, search } = new URL(one.url);
  const path = (pathname + search).slice(new URL(base).pathname.replace(/\/$/, '').length);
  const operation = contract.operationOf(one.method, path)?.key;
  const key = keyIn(one.body);
  const { answer } = one;
  const stored = (bytes: Buffer, cut: boolean) => {
    const body = storedBody({ bytes, cut }, clean.redactor);
    return { ...body, ...(body.text !== undefined && { text: clean.text(body.text) }) };
  };
  return {
    kind: 'exchange',
    id: `h-${nth}`,
    requirement: recordedName,
    purpose: 'probe',
    ...(operation && { operation: operation as NonNullable<ExchangeLine['operation']> }),
    request: {
      method: one.method,
      path: clean.path(path),
      headers: clean.headers(one.headers),
      ...(one.body !== undefined && { body: stored(Buffer.from(one.body), false) }),
      ...(key !== undefined && { clientOrderId: clean.text(key) }),
      signature: { scheme: schemeOf(one), credential: 'main' },
    },
    sentAt: new Date(one.startedMs).toISOString(),
    sentNs: nsOf(one.startedMs),
    receivedNs: nsOf(one.startedMs + one.durationMs),
    ...(answer
      ? {
          answer: {
            status: answer.status,
            headers: clean.headers(answer.headers),
            body: stored(answer.body, answer.isCut),
          },
        }
      : { failure: { code: 'reset', message: 'no answer was recorded' } }),
  };
}

/** Returns the journal lines of the exchanges with one base address, and how many others there were. */
export function recordedLines(
  exchanges: readonly RecordedExchange[],
  parts: LineParts,
): { lines: ExchangeLine[]; elsewhere: number } {
  const own = exchanges.filter(({ url }) => url === parts.base || url.startsWith(`${parts.base}/`));
  return { lines: own.map((one, at) => lineOf(one, at + 1, parts)), elsewhere: exchanges.length - own.length };
}
