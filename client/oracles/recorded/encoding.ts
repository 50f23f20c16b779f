import { faultResult, lookedAt, type OracleResult, toResult } from '../../../oracles/core/result.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import type { RequestLine, UnreadableLine } from '../../record/clientLines.ts';
import { clientOperations, operationOf } from '../../server/operationTable.ts';
import { clientFault, nameOfRequest } from '../oracle.ts';

const wanted = 'path and query values to be escaped';

const escapeFault = (request: RequestLine, seen: string): Fault =>
  clientFault('clientArgument', { wanted, seen, by: request, where: nameOfRequest(request) });

const partsOf = (path: string): [path: string, query: string] => {
  const at = path.indexOf('?');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
};

/** The paths of the interface, with values that may contain slashes. */
const loosePaths = [...clientOperations.values()].map(
  ({ method, path }) => [method, path, new RegExp(`^${path.replace(/\{[^}]*\}/g, '(.+)')}$`)] as const,
);

/** A word that may be the name of a resource that the interface does not show, such as details. */
const isName = (segment: string) => /^[a-z][a-z-]{2,}$/.test(segment);

/** Returns the value with unescaped slashes that makes a path one of the interface; undefined if there is none. */
function slashedValue({ method, path }: RequestLine): string | undefined {
  const [bare] = partsOf(path);
  if (operationOf(method, path)) return undefined;
  for (const [ofMethod, , pattern] of loosePaths) {
    const values = ofMethod === method ? (pattern.exec(bare)?.slice(1) ?? []) : [];
    const slashed = values.find((value) => value.includes('/'));
    if (slashed !== undefined && !isName(slashed.split('/')[1] ?? '')) return slashed;
  }
  return undefined;
}

/** Returns a piece of the query that is neither a parameter nor names one: what follows an unescaped & or ? of a value. */
function strayPiece({ path }: RequestLine): string | undefined {
  const [, query] = partsOf(path);
  return query === '' ? undefined : query.split('&').find((piece) => piece !== '' && !piece.includes('='));
}

function escapeFaults(request: RequestLine): Fault[] {
  const { unescaped } = request;
  if (unescaped !== undefined) return [escapeFault(request, `${JSON.stringify(unescaped)} as it is`)];
  const slashed = slashedValue(request);
  if (slashed !== undefined) return [escapeFault(request, `the path value ${slashed} with its slash`)];
  const stray = strayPiece(request);
  return stray === undefined ? [] : [escapeFault(request, `${JSON.stringify(stray)} in the query without a name`)];
}

const hasEscape = (text: string) => /%[0-9A-F]{2}/i.test(text);

/** What CLI-09 is about; pages are seen by nobody but the caller. */
const places = 3;

/** Judges the paths and queries of requests, and those that were no HTTP. */
export function recordedEscapes(requests: readonly RequestLine[], unreadable: readonly UnreadableLine[]): OracleResult {
  const lines = unreadable.map((line) =>
    clientFault('clientArgument', { wanted, seen: line.firstLine, by: line, where: `line ${line.id}` }),
  );
  const faults = [...lines, ...requests.flatMap(escapeFaults)];
  if (faults.length > 0) return toResult([], faults);
  const escaped = [0, 1].map((part) => requests.filter(({ path }) => hasEscape(partsOf(path)[part] ?? '')));
  const evidence = [...new Set(escaped.flat())].map(({ id }) => id);
  if (evidence.length === 0)
    return faultResult({
      code: 'noEvidence',
      wanted: 'a path or query value that needs escapes: let a test read the payment "a/b?c"',
      exchanges: [],
    });
  const missing = ['no path value needed escapes', 'no query value needed escapes'].filter(
    (_, part) => escaped[part]?.length === 0,
  );
  const why = `of path values, query values and pages: ${[...missing, 'pages show only to a caller'].join(', ')}`;
  return lookedAt(toResult(evidence, []), { of: places, at: places - 1 - missing.length, why });
}
