import type { Operation } from '../document/operations.ts';
import type { ContractProblem } from '../document/problem.ts';
import { child } from '../json/pointer.ts';

/** True if HTTP allows a text as a header name or method. */
export const isToken = (text: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);

/** True if HTTP allows a text as a header value. */
export const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\uffff]*$/.test(text);

/** True if HTTP allows a text as a request address: no spaces and no unescaped characters. */
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

/** True for a header about the transport of a request; the sender writes it. */
export const isTransportHeader = (name: string): boolean => ofHttp.has(name.toLowerCase());

const hint = 'HTTP cannot express a request for it. Correct the name or path.';

const problemAt = (pointer: string, wanted: string, seen: string): ContractProblem => ({
  pointer,
  wanted,
  seen: JSON.stringify(seen),
  hint,
});

function problemsOf({ method, path, parameters, requestBody }: Operation): ContractProblem[] {
  const item = child('/paths', path);
  // The values for the names in braces are escaped when they are written, so only the rest of the path is checked.
  if (!isRequestTarget(path.replaceAll(/\{[^}]*\}/g, ''))) return [problemAt(item, 'a path that HTTP allows', path)];
  const operation = child(item, method.toLowerCase());
  const header = parameters.find((one) => one.in === 'header' && !isToken(one.name));
  if (header) return [problemAt(child(operation, 'parameters'), 'a header name that HTTP allows', header.name)];
  const media = Object.keys(requestBody?.content ?? {}).find((type) => !isHeaderValue(type));
  return media === undefined ? [] : [problemAt(child(operation, 'requestBody'), 'a media type', media)];
}

/** Returns one problem for each operation, or for a whole path, that HTTP cannot express. */
export function unwritableOperations(operations: readonly Operation[]): ContractProblem[] {
  return operations.flatMap(problemsOf);
}
