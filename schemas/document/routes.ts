import type { Operation } from './operations.ts';

/** The operation that a concrete path belongs to: query ignored, literal segments before templates from the left. */
export type Route = (method: string, path: string) => Operation | undefined;

/** Makes the route over a list of operations; the method's letter case does not matter. */
export function routeOver(operations: readonly Operation[]): Route {
  const routes = operations.map((operation) => {
    const segments = operation.path.split('/');
    return { operation, segments, fitting: segments.map(fitting) };
  });
  return (method, path) => {
    const wanted = pathIn(path).split('/');
    const found = routes.filter(
      ({ operation, fitting }) => operation.method === method.toUpperCase() && fits(fitting, wanted),
    );
    return found.sort((a, b) => order(a.segments, b.segments))[0]?.operation;
  };
}

/** The texts that stand in a path for the templates of an operation, by their names; undefined where the path does not fit. */
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

function fits(segments: readonly Fitting[], wanted: readonly string[]): boolean {
  return segments.length === wanted.length && segments.every((isFitting, at) => isFitting(wanted[at] ?? ''));
}

// Made once: a large contract has a thousand of them, and is asked for each request.
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
