import type { Operation } from './operations.ts';

/** Finds the operation of a concrete path. The query is ignored; literal segments win over templates, from the left. */
export type Route = (method: string, path: string) => Operation | undefined;

/** Makes the route for a list of operations; the letter case of the method does not matter. */
export function routeOver(operations: readonly Operation[]): Route {
  const routes = operations.map((operation) => {
    const segments = operation.path.split('/');
    return { operation, segments, fitting: segments.map(fitting) };
  });
  return (method, path) => {
    const wanted = pathIn(path).split('/');
    const found = routes.filter(
      ({ operation, fitting }) => operation.method === method.toUpperCase() && segmentsMatch(fitting, wanted),
    );
    return found.sort((a, b) => order(a.segments, b.segments))[0]?.operation;
  };
}

/** Returns the text that a path has for each template in the path of an operation, by template name; undefined if the path does not match. */
export function segmentsIn({ path: template }: Operation, path: string): ReadonlyMap<string, string> | undefined {
  const names = [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const literals = template.split(/\{[^}]*\}/).map(literal);
  const found = new RegExp(`^${literals.join('([^/]+)')}$`).exec(pathIn(path));
  return found ? new Map(names.map((name, at) => [name, found[at + 1] ?? ''])) : undefined;
}

function pathIn(address: string): string {
  return address.replace(/[?#].*$/s, '');
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

type Fitting = (wanted: string) => boolean;

function segmentsMatch(segments: readonly Fitting[], wanted: readonly string[]): boolean {
  return segments.length === wanted.length && segments.every((isFitting, at) => isFitting(wanted[at] ?? ''));
}

// Made once per segment, because a large contract has a thousand segments and is searched for each request.
function fitting(segment: string): Fitting {
  if (!isTemplate(segment)) return (wanted) => segment === wanted;
  const pattern = new RegExp(
    `^${segment
      .split(/\{[^}]*\}/)
      .map(literal)
      .join('.+')}$`,
    's',
  );
  return (wanted) => pattern.test(wanted);
}

function order(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((segment, index) => isTemplate(segment) !== isTemplate(b[index] ?? ''));
  return at < 0 ? 0 : isTemplate(a[at] ?? '') ? 1 : -1;
}

function isTemplate(segment: string): boolean {
  return segment.includes('{');
}
