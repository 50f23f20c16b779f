import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { expect, test } from '@playwright/test';
import ts from 'typescript';
import type { CaseStep } from '../../../fuzzer/engine/cases/fuzzCase.ts';
import type { Found } from '../../../fuzzer/engine/findings/finding.ts';
import { writeCurlScript, writePlaywrightTest } from '../../../reports/finding/scripts.ts';
import { sampleCase, sampleFinding } from './sampleFindings.ts';

/** A secret that a careless script would execute. */
export const secret = 'top "secret" \\ with $(everything) `in` it\'s';

const credential = { ASSAY_TOKEN_ID: 'TKN-main-1', ASSAY_TOKEN_SECRET: secret };

/** A request as it was received. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Starts a target that records requests and answers each with the next of these texts or statuses; 0 closes the connection without an answer. */
export async function listening(answers: readonly (string | number)[] = []) {
  const came: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    came.push({ method, url, headers: headers as Record<string, string>, body: Buffer.concat(chunks) });
    const answer = answers[came.length - 1] ?? '{}';
    if (answer === 0) request.socket.destroy();
    else if (typeof answer === 'number') response.writeHead(answer).end('{}');
    else response.end(answer);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => server.close();
  return { came, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Returns a finding whose case has these steps. */
export const having = (...steps: readonly CaseStep[]): Found => sampleFinding({ case: { ...sampleCase, steps } });

/** Runs the script of a finding in the output folder of the test. */
export async function byCurl(found: Found, url: string, variables: Record<string, string> = credential) {
  const folder = test.info().outputPath('curl');
  mkdirSync(folder, { recursive: true });
  const script = join(folder, 'script.sh');
  writeFileSync(script, writeCurlScript(found, { baseUrl: 'http://127.0.0.1:9' }));
  const env = { PATH: process.env['PATH'] ?? '', ASSAY_BASE_URL: url, ...variables };
  const child = spawn('sh', [script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => output.push(text));
  const [code] = (await once(child, 'close')) as [number];
  expect(readdirSync(folder)).toEqual(['script.sh']);
  return { code, told: output.join('') };
}

/** Thrown by a skipped test. */
class Skipped extends Error {}

/** The result of a test: its assertions, and whether it failed or why it was skipped. */
interface Tested {
  asserted: string[];
  failed?: true;
  skipped?: string;
}

/** Wraps matchers so that every use of one is recorded. */
const noting = (matchers: object, asserted: string[]): object =>
  new Proxy(matchers, {
    get: (all, name) => {
      const matcher: unknown = Reflect.get(all, name);
      if (typeof matcher !== 'function') return noting(matcher as object, asserted);
      asserted.push(String(name));
      return matcher;
    },
  });

/** Runs the test of a finding with real Node imports and assertions, and a stand-in for the Playwright runner. */
export async function byTest(found: Found, url: string): Promise<Tested> {
  const text = writePlaywrightTest(found, { baseUrl: url });
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 };
  const { outputText, diagnostics } = ts.transpileModule(text, { compilerOptions: options, reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
  const asserted: string[] = [];
  let body: (() => Promise<void>) | undefined;
  const keep = (_title: string, run: () => Promise<void>) => {
    body = run;
  };
  const skip = (isSkipped: boolean, why: string) => {
    if (isSkipped) throw new Skipped(why);
  };
  const played = Object.assign(keep, { skip, describe: { configure: () => undefined } });
  const real = createRequire(import.meta.url);
  const asked = (name: string): unknown =>
    name === '@playwright/test'
      ? { test: played, expect: (seen: unknown, words?: string) => noting(expect(seen, words), asserted) }
      : real(name);
  const sandbox = { ...process, env: { ...credential } };
  compileFunction(outputText, ['require', 'exports', 'process', 'Buffer'])(asked, {}, sandbox, Buffer);
  try {
    await body?.();
    return { asserted };
  } catch (error) {
    if (error instanceof Skipped) return { asserted, skipped: error.message };
    if (asserted.length > 0) return { asserted, failed: true };
    throw error;
  }
}
