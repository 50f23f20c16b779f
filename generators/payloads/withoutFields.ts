/** Returns a body without some of its fields; the contract may no longer allow it. */
export function withoutFields(
  body: Readonly<Record<string, unknown>>,
  ...names: readonly string[]
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
