import type { Operation } from './operations.ts';

/** The operation that a concrete path belongs to: query ignored, literal segments before templates from the left. */
export type Route = (method: string, path: string) => Operation | undefined;

/** Makes the route over a list of operations; the method's letter case does not matter. */
export function routeOver(operations: readonly Operation[]): Route {
  const routes = operations.map((operation) => ({ operation, segments: operation.path.split('/') }));
  return (method, path) => {
    const wanted = pathIn(path).split('/');
    const fitting = routes.filter(
      ({ operation, segments }) => operation.method === method.toUpperCase() && fits(segments, wanted),
    );
    return fitting.sort((a, b) => order(a.segments, b.segments))[0]?.operation;
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

function fits(segments: readonly string[], wanted: readonly string[]): boolean {
  return segments.length === wanted.length && segments.every((segment, at) => segmentFits(segment, wanted[at] ?? ''));
}

function segmentFits(segment: string, wanted: string): boolean {
  if (!isTemplate(segment)) return segment === wanted;
  const literals = segment.split(/\{[^}]*\}/).map(literal);
  return new RegExp(`^${literals.join('.+')}$`, 's').test(wanted);
}

function order(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((segment, index) => isTemplate(segment) !== isTemplate(b[index] ?? ''));
  return at < 0 ? 0 : isTemplate(a[at] ?? '') ? 1 : -1;
}

function isTemplate(segment: string): boolean {
  return segment.includes('{');
}
