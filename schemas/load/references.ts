import { realpath } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import type { OpenAPI } from 'openapi-types';
import { ContractError, type ContractProblem, messageOf } from '../document/problem.ts';
import { objectsOf } from '../document/schemaWalk.ts';
import type { Plain, PlainObject } from '../json/plain.ts';
import { pointerOf, valueAt } from '../json/pointer.ts';
import { readSource } from './documentFile.ts';

const outward = /^(?:[a-z][a-z0-9+.-]*:|\/)/i;

/** A document with every relative file included, and the references that could not be resolved. */
type Bundled = { readonly whole: PlainObject; readonly problems: readonly ContractProblem[] };

/** Includes relative files. References that cannot be resolved are removed from the document and reported. Never opens a connection. */
export async function bundleReferences(document: PlainObject, file: string): Promise<Bundled> {
  const problems: ContractProblem[] = [];
  const dropAll = (isWrong: (to: string) => boolean, problemOf: (reference: Reference) => ContractProblem) => {
    for (const reference of referencesOf(document))
      if (isWrong(reference.to)) problems.push(dropped(reference, problemOf));
  };
  dropAll((to) => outward.test(to), leavesTheFile);
  const relative = [...referencesOf(document)].filter(({ to }) => !to.startsWith('#'));
  if (relative.length > 0) {
    for (const [reference, seen] of await unreadableOf(relative, file))
      problems.push(
        dropped(reference, ({ pointer, to }) => ({ ...notReferable(`${JSON.stringify(to)}: ${seen}`), pointer })),
      );
    const outcome = await withFiles(document, file);
    const before = problems.length;
    if ('problems' in outcome) dropAll((to) => !to.startsWith('#'), notBrought);
    if ('problems' in outcome && problems.length === before) problems.push(...outcome.problems);
    if ('whole' in outcome) document = outcome.whole;
  }
  dropAll((to) => !leadsSomewhere(document, to), leadsNowhere);
  return { whole: document, problems };
}

type Reference = { pointer: string; to: string; node: PlainObject };

function* referencesOf(document: Plain): Generator<Reference> {
  for (const { pointer, node, keysAreNames } of objectsOf(document)) {
    if (typeof node.$ref === 'string' && !keysAreNames) yield { pointer: `${pointer}/$ref`, to: node.$ref, node };
  }
}

function dropped(reference: Reference, problemOf: (reference: Reference) => ContractProblem): ContractProblem {
  delete reference.node.$ref;
  return problemOf(reference);
}

// Returns the document's own references that cannot be read, each with the reason. These references have a pointer. Bundling checks the references inside the
// included files.
async function unreadableOf(references: readonly Reference[], file: string): Promise<[Reference, string][]> {
  const folder = dirname(await realpath(file));
  const contents = new Map<string, Promise<Plain>>();
  const judged = references.map(async (reference): Promise<[Reference, string][]> => {
    const [path = '', fragment = ''] = reference.to.split('#');
    try {
      const url = resolve(folder, decodeURIComponent(path));
      const content = await (contents.get(url) ?? contents.set(url, readBeneath(folder, url)).get(url));
      const isThere = content !== undefined && valueAt(content, pointerOf(`#${fragment}`) ?? '') !== undefined;
      return isThere ? [] : [[reference, `${path} without ${fragment}`]];
    } catch (error) {
      return [[reference, error instanceof ContractError ? sayingOf(error) : messageOf(error)]];
    }
  });
  return (await Promise.all(judged)).flat();
}

function sayingOf({ problems }: ContractError): string {
  return problems.map(({ seen }) => seen).join(', ');
}

async function readBeneath(folder: string, path: string): Promise<Plain> {
  const real = await realpath(path);
  if (real.startsWith(folder + sep)) return await readSource(real);
  throw new Error(`${real} is not below ${folder}`);
}

async function withFiles(
  document: PlainObject,
  file: string,
): Promise<{ whole: PlainObject } | { problems: ContractProblem[] }> {
  const unreadable: ContractProblem[] = [];
  const options = onlyBeneath(dirname(await realpath(file)), unreadable);
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  try {
    const api = document as unknown as OpenAPI.Document;
    const bundled = await SwaggerParser.bundle(file, api, { ...options, continueOnError: true });
    return { whole: bundled as unknown as PlainObject };
  } catch (error) {
    return { problems: unreadable.length > 0 ? unreadable : innerErrors(error).map(messageOf).map(notReferable) };
  }
}

// A target may have published the contract, so it must not be able to make us read the rest of the disk.
function onlyBeneath(folder: string, unreadable: ContractProblem[]) {
  const read = async ({ url }: { url: string }) => {
    try {
      return await readBeneath(folder, decodeURIComponent(url));
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
  // A reference without a pointer is an anchor; the schema compiler checks it.
  return pointer === undefined || valueAt(document, pointer) !== undefined;
}

function leavesTheFile({ pointer, to }: Reference): ContractProblem {
  const hint = 'Copy the file it refers to next to the contract: nothing is downloaded.';
  return { pointer, wanted: 'a reference inside the file or to a relative file', seen: JSON.stringify(to), hint };
}

function leadsNowhere({ pointer, to }: Reference): ContractProblem {
  const hint = 'Add the missing part, or correct the spelling.';
  return { pointer, wanted: 'a reference to an existing part', seen: JSON.stringify(to), hint };
}

function notBrought({ pointer, to }: Reference): ContractProblem {
  return { ...notReferable(JSON.stringify(to)), pointer };
}

function notReferable(seen: string): ContractProblem {
  const hint = 'Relative files must be below the folder of the contract.';
  return { pointer: '', wanted: 'relative files that can be read', seen, hint };
}
