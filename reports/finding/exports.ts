import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Found, StoredExchange } from '../../fuzzer/engine/findings/finding.ts';
import type { FindingOrigin } from './heading.ts';
import { writeCurlScript, writePlaywrightTest } from './scripts.ts';

/** Keeps a header line on one line. */
const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ');

function messageOf(first: string, headers: StoredExchange['request']['headers'], body = ''): string {
  const head = [first, ...headers.map(([name, value]) => `${name}: ${value}`)].map(oneLine);
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function textsOf({ request, answer, failure, shows }: StoredExchange): object {
  const { method, path, headers, body } = request;
  return {
    request: messageOf(`${method} ${path} HTTP/1.1`, headers, body),
    ...(answer && { answer: messageOf(`HTTP/1.1 ${answer.status}`, answer.headers, answer.body) }),
    ...(failure !== undefined && { failure }),
    ...(shows && { shows }),
  };
}

/** Writes a finding as JSON, with its exchanges as HTTP text. */
export function writeExchanges(found: Found): string {
  const { fingerprint, requirement, operation, outcome, wanted, seen, seed, shrunk, exchanges } = found;
  const summary = { fingerprint, requirement, operation, outcome, wanted, seen, seed, ...(shrunk && { shrunk }) };
  return `${JSON.stringify({ ...summary, case: found.case, exchanges: exchanges.map(textsOf) }, null, 2)}\n`;
}

/** The files in which a finding is exported, by the end of their names; each one shows the finding without Assay. */
const writers: readonly { end: string; mode: number; write(found: Found, origin: FindingOrigin): string }[] = [
  { end: 'sh', mode: 0o700, write: writeCurlScript },
  { end: 'spec.ts', mode: 0o600, write: writePlaywrightTest },
  { end: 'json', mode: 0o600, write: writeExchanges },
];

/** Writes a finding as files into a folder, named by its fingerprint, and returns their paths. */
export function writeExports(found: Found, { folder, ...origin }: FindingOrigin & { folder: string }): string[] {
  // A stored file may contain anything: only a fingerprint becomes part of a file name.
  const name = found.fingerprint.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 64) || 'finding';
  mkdirSync(folder, { recursive: true });
  return writers.map(({ end, mode, write }) => {
    const file = join(folder, `${name}.${end}`);
    writeFileSync(file, write(found, origin), { mode });
    chmodSync(file, mode);
    return file;
  });
}
