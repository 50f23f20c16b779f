/**
 * Reads an address, or one that is relative to `base`; undefined for any other text, or none. `URL.canParse` is not used: in Node 20 it refuses every address with a
 * letter like ü once it has run some thousand times.
 */
export function urlOf(text: string | undefined, base?: string): URL | undefined {
  if (text === undefined) return undefined;
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
