import { realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import type { OpenAPI } from 'openapi-types';
import { objectsOf } from './places.ts';
import type { Plain, PlainObject } from './plain.ts';
import { pointerOf, valueAt } from './pointer.ts';
import { ContractError, type ContractProblem, messageOf } from './problem.ts';
import { readSource } from './source.ts';

const outward = /^(?:[a-z][a-z0-9+.-]*:|\/)/i;

/** The document with every relative file that it refers to brought inside; throws ContractError; never opens a connection. */
export async function bundled(document: PlainObject, file: string): Promise<PlainObject> {
  const references = [...referencesOf(document)];
  fail(file, references.filter(({ to }) => outward.test(to)).map(leavesTheFile));
  const whole = references.every(({ to }) => to.startsWith('#')) ? document : await withFiles(document, file);
  fail(file, [...referencesOf(whole)].filter(({ to }) => !leadsSomewhere(whole, to)).map(leadsNowhere));
  return whole;
}

type Reference = { pointer: string; to: string };

function* referencesOf(document: Plain): Generator<Reference> {
  for (const { pointer, node } of objectsOf(document)) {
    if (typeof node.$ref === 'string') yield { pointer: `${pointer}/$ref`, to: node.$ref };
  }
}

async function withFiles(document: PlainObject, file: string): Promise<PlainObject> {
  const unreadable: ContractProblem[] = [];
  const options = onlyBeneath(dirname(await realpath(file)), unreadable);
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  try {
    const api = document as unknown as OpenAPI.Document;
    const whole = await SwaggerParser.bundle(file, api, { ...options, continueOnError: true });
    return whole as unknown as PlainObject;
  } catch (error) {
    throw new ContractError(
      file,
      unreadable.length > 0 ? unreadable : innerErrors(error).map(messageOf).map(notReferable),
    );
  }
}

// The contract may be one that a target has published: it must not make us read the rest of the disk.
function onlyBeneath(folder: string, unreadable: ContractProblem[]) {
  const read = async ({ url }: { url: string }) => {
    try {
      const path = await realpath(decodeURIComponent(url));
      if (path.startsWith(folder + sep)) return await readSource(path);
      throw new Error(`${path} is not beneath ${folder}`);
    } catch (error) {
      unreadable.push(...(error instanceof ContractError ? error.problems : [notReferable(messageOf(error))]));
      throw error;
    }
  };
  return {
    resolve: { http: false as const, file: false as const, beneath: { order: 1, canRead: true, read } },
    parse: { json: false, yaml: false, text: false, binary: false, read: { order: 1, canParse: true, parse: dataOf } },
  };
}

function dataOf({ data }: { data: unknown }): unknown {
  return data;
}

function innerErrors(error: unknown): unknown[] {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? error.errors : [error];
}

function leadsSomewhere(document: Plain, to: string): boolean {
  const pointer = pointerOf(to);
  // What is no pointer is an anchor: the schema compiler finds it or says that it cannot.
  return pointer === undefined || valueAt(document, pointer) !== undefined;
}

function fail(file: string, problems: ContractProblem[]): void {
  if (problems.length > 0) throw new ContractError(file, problems);
}

function leavesTheFile({ pointer, to }: Reference): ContractProblem {
  const hint = 'Copy what it refers to beside the contract: nothing is fetched.';
  return { pointer, wanted: 'a reference inside the file or to a relative file', seen: JSON.stringify(to), hint };
}

function leadsNowhere({ pointer, to }: Reference): ContractProblem {
  const hint = 'Add what it refers to, or mend the spelling.';
  return { pointer, wanted: 'a reference that leads somewhere', seen: JSON.stringify(to), hint };
}

function notReferable(seen: string): ContractProblem {
  const hint = 'Relative files lie beneath the folder of the contract.';
  return { pointer: '', wanted: 'relative files that can be read', seen, hint };
}
