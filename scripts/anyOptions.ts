import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '../harness/targets/problem.ts';
import { ConfigurationError } from '../harness/targets/problem.ts';
import { type Contract, loadContract } from '../schemas/contract.ts';
import { type SpendingOptions, spendingProblems } from './fuzz/spending.ts';
import { strayProblems } from './fuzz/strays.ts';

/** The options of `assay fuzz --contract`. */
export interface AnyOptions extends SpendingOptions {
  contract: string;
  target?: string;
  auth?: readonly string[];
  set?: readonly string[];
  allowWrites?: string;
  out?: string;
  findings?: string;
  anew?: boolean;
  json?: boolean;
}

/** What the options say, read. */
export interface AnyRequest {
  baseUrl: string;
  deadlines: { answerMs: number; recoverMs: number };
  /** Nothing is sent that may change anything, and the line that says so. */
  reading?: string;
}

const usual = { answerMs: 15_000, recoverMs: 15_000 };

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

function baseOf(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isBare = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return /^https?:$/.test(url.protocol) && isBare ? url : undefined;
}

type Told = { problems: Problem[]; request: AnyRequest };

function deadlinesIn({ set = [] }: AnyOptions, { problems, request }: Told): void {
  for (const text of set) {
    const { name, ms } = /^deadlines\.(?<name>answerMs|recoverMs)=(?<ms>[1-9]\d{0,6})$/.exec(text)?.groups ?? {};
    if (name !== undefined) request.deadlines[name as 'answerMs' | 'recoverMs'] = Number(ms);
    else
      problems.push({
        where: '--set',
        wanted: 'deadlines.answerMs or deadlines.recoverMs with milliseconds: a contract alone has no target file',
        seen: text,
        hint: 'Leave it out.',
      });
  }
}

function hostIn({ target, allowWrites }: AnyOptions, { problems, request }: Told): void {
  const base = baseOf(target);
  if (!base) {
    const wanted = 'the base address of the API, http or https, without credentials, query or fragment';
    problems.push({
      where: '--target',
      wanted,
      seen: target === undefined ? 'none' : 'another text',
      hint: 'For example http://127.0.0.1:8080.',
    });
    return;
  }
  request.baseUrl = base.href.replace(/\/+$/, '');
  if (loopback.test(base.hostname)) return;
  if (allowWrites === undefined) {
    request.reading = `only GET, HEAD and OPTIONS are sent to ${base.host}: --allow-writes ${base.host} lets the campaign write there`;
    return;
  }
  if (![base.host, base.hostname].includes(allowWrites))
    problems.push({
      where: '--allow-writes',
      wanted: `${base.host}, the host of --target`,
      seen: allowWrites,
      hint: 'Name the host that may be written to.',
    });
}

/** What the options say, and every problem that can be told without the contract. */
export function readOptions(options: AnyOptions): Told {
  const told: Told = {
    problems: [...spendingProblems(options), ...strayProblems(options, 'with')],
    request: { baseUrl: '', deadlines: { ...usual } },
  };
  deadlinesIn(options, told);
  hostIn(options, told);
  return told;
}

/** More than any contract written by people, in bytes. */
const mostBytes = 20 * 1024 * 1024;

/** How long a contract may take to come, ms. */
const fetchMs = 60_000;

async function kept(address: string, file: string): Promise<void> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(fetchMs) });
  if (!answer.ok || !answer.body) throw new Error(`answered with ${answer.status}`);
  const to = createWriteStream(file, { mode: 0o600 });
  let bytes = 0;
  for await (const piece of answer.body) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
    to.write(piece);
  }
  await new Promise((done) => to.end(() => done(undefined)));
}

/** Loads the contract of a file, or of what an address answers with, problems and all. Throws ConfigurationError, ContractError. */
export async function contractAt(named: string): Promise<Contract> {
  if (!/^https?:\/\//i.test(named)) return loadContract(named, { isTolerant: true });
  const folder = await mkdtemp(join(tmpdir(), 'assay-contract-'));
  try {
    await kept(named, join(folder, 'contract')).catch(({ message, cause }: Error) => {
      const hint = 'Fetch it by hand, and name the file.';
      const wanted = 'a contract at that address';
      const seen = cause instanceof Error ? `${message}: ${cause.message}` : message;
      throw new ConfigurationError('assay fuzz', [{ where: '--contract', wanted, seen, hint }]);
    });
    return await loadContract(join(folder, 'contract'), { isTolerant: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
