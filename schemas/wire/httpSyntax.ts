import type { Operation } from '../document/operations.ts';
import type { ContractProblem } from '../document/problem.ts';
import { child } from '../json/pointer.ts';

/** Whether HTTP allows a text as the name of a header, or as a method. */
export const isToken = (text: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);

/** Whether HTTP allows a text as the value of a header. */
export const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\uffff]*$/.test(text);

/** Whether HTTP allows a text as the address in a request: no spaces, and nothing that was to be escaped. */
export const isRequestTarget = (text: string): boolean => /^\/[!-~]*$/.test(text);

const ofHttp: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether a header says how a request travels: whoever sends it writes it. */
export const isTransportHeader = (name: string): boolean => ofHttp.has(name.toLowerCase());

const hint = 'No request of it can be written.';

const problemAt = (pointer: string, wanted: string, seen: string): ContractProblem => ({
  pointer,
  wanted,
  seen: JSON.stringify(seen),
  hint,
});

function problemsOf({ method, path, parameters, requestBody }: Operation): ContractProblem[] {
  const item = child('/paths', path);
  // What stands for a value is escaped when it is written.
  if (!isRequestTarget(path.replaceAll(/\{[^}]*\}/g, ''))) return [problemAt(item, 'a path that HTTP can carry', path)];
  const operation = child(item, method.toLowerCase());
  const header = parameters.find((one) => one.in === 'header' && !isToken(one.name));
  if (header) return [problemAt(child(operation, 'parameters'), 'a name of a header that HTTP allows', header.name)];
  const media = Object.keys(requestBody?.content ?? {}).find((type) => !isHeaderValue(type));
  return media === undefined ? [] : [problemAt(child(operation, 'requestBody'), 'a media type', media)];
}

/** What of operations HTTP has no way to write, one problem for each operation, or for all of a path. */
export function unwritableOperations(operations: readonly Operation[]): ContractProblem[] {
  return operations.flatMap(problemsOf);
}
