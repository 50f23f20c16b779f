import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contract, loadContract } from '../../../schemas/load/contract.ts';
import type { Problem } from '../../../traffic/system/configurationError.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import { baseOf, isAddress, isWebAddress } from '../../../traffic/system/webAddress.ts';
import { type MoneyTarget, moneyProblem, type Naming } from '../../../traffic/target/moneyPermission.ts';
import { type BudgetOptions, budgetProblems } from './budgetOptions.ts';
import { followRedirects } from './followRedirects.ts';
import { optionConflicts } from './optionConflicts.ts';

/** The options of `assay fuzz --contract`. */
export interface OpenApiOptions extends BudgetOptions {
  contract: string;
  target?: string;
  auth?: readonly string[];
  set?: readonly string[];
  allowWrites?: string;
  allowMoney?: string;
  out?: string;
  findings?: string;
  known?: string;
  anew?: boolean;
  json?: boolean;
}

/** The parsed options. */
export interface OpenApiRequest {
  baseUrl: string;
  deadlines: { answerMs: number; recoverMs: number };
  /** How the user named a host that the campaign may write to. */
  naming: Naming;
}

const usual = { answerMs: 15_000, recoverMs: 15_000 };

const words = { flag: '--allow-writes', instead: 'To only read, use --posts 0.' };

type ParsedOptions = { problems: Problem[]; request: OpenApiRequest };

function deadlinesIn({ set = [] }: OpenApiOptions, { problems, request }: ParsedOptions): void {
  for (const text of set) {
    const { name, ms } = /^deadlines\.(?<name>answerMs|recoverMs)=(?<ms>[1-9]\d{0,6})$/.exec(text)?.groups ?? {};
    if (name !== undefined) request.deadlines[name as 'answerMs' | 'recoverMs'] = Number(ms);
    else
      problems.push({
        where: '--set',
        wanted: 'deadlines.answerMs or deadlines.recoverMs in milliseconds: with --contract there is no target file',
        seen: text,
        hint: 'Leave it out.',
      });
  }
}

/** The options that name a host. Any write counts as moving money, since a contract does not say which writes move money. */
const namings = { allowWrites: '--allow-writes', allowMoney: '--allow-money' } as const;

function hostIn(options: OpenApiOptions, { problems, request }: ParsedOptions): void {
  const { target } = options;
  if (target === undefined || !isWebAddress(target)) {
    const wanted = 'the base address of the API, http or https, without credentials, query or fragment';
    problems.push({
      where: '--target',
      wanted,
      seen: target === undefined ? 'none' : 'another text',
      hint: 'For example http://127.0.0.1:8080.',
    });
    return;
  }
  request.baseUrl = baseOf(target);
  for (const [name, flag] of Object.entries(namings)) {
    const named = options[name as keyof typeof namings];
    if (named === undefined) continue;
    request.naming = { ...request.naming, named };
    const problem = moneyProblem(openApiTarget(request), { ...request.naming, flag });
    if (problem) problems.push({ ...problem, hint: 'Name the host that may be written to.' });
  }
}

/** A target known only by its address. */
export const openApiTarget = ({ baseUrl }: Pick<OpenApiRequest, 'baseUrl'>): MoneyTarget => ({
  baseUrl,
  kind: 'vendor',
});

/** Parses the options, and finds every problem that does not need the contract. */
export function readOpenApiOptions(options: OpenApiOptions): ParsedOptions {
  const parsed: ParsedOptions = {
    problems: [...budgetProblems(options), ...optionConflicts(options, 'with')],
    request: { baseUrl: '', deadlines: { ...usual }, naming: { named: undefined, ...words } },
  };
  deadlinesIn(options, parsed);
  hostIn(options, parsed);
  return parsed;
}

/** The size limit of a contract, in bytes; none written by people reaches it. */
const mostBytes = 20 * 1024 * 1024;

/** The time limit for fetching a contract, ms. */
const fetchMs = 60_000;

async function download(address: string, file: string): Promise<void> {
  const answer = await followRedirects(address, AbortSignal.timeout(fetchMs));
  if (!answer.ok || !answer.body) throw new Error(`answered with ${answer.status}`);
  const to = createWriteStream(file, { mode: 0o600 });
  let bytes = 0;
  for await (const piece of answer.body) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Error(`the contract has more than ${mostBytes} bytes`);
    to.write(piece);
  }
  await new Promise((done) => to.end(() => done(undefined)));
}

/** Loads a contract from a file or an address, tolerating its problems. Throws ConfigurationError, ContractError. */
export async function contractAt(named: string): Promise<Contract> {
  if (!isAddress(named)) return loadContract(named, { isTolerant: true });
  const folder = await mkdtemp(join(tmpdir(), 'assay-contract-'));
  try {
    await download(named, join(folder, 'contract')).catch(({ message, cause }: Error) => {
      const hint = 'Download it yourself, and name the file.';
      const wanted = 'a contract at that address';
      const seen = cause instanceof Error ? `${message}: ${cause.message}` : message;
      throw new ConfigurationError('assay fuzz', [{ where: '--contract', wanted, seen, hint }]);
    });
    return await loadContract(join(folder, 'contract'), { isTolerant: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
