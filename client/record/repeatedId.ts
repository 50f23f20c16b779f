import type { RequestLine } from './clientLines.ts';

/** Members by which a service knows a repeated POST: § Limits, and for bundles get-or-create. */
export const idMembers: readonly string[] = ['clientOrderId', 'referenceId'];

/** Returns the members of the body of a request; undefined if it is no JSON object. */
export function membersOf({ body: { text } }: RequestLine): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the id by which a service knows a repeated POST; undefined if the request has none. */
export function idOf(request: RequestLine): string | undefined {
  const members = membersOf(request);
  const id = idMembers.map((name) => members?.[name]).find((one) => typeof one === 'string');
  return typeof id === 'string' ? id : undefined;
}
