import type { Mutant, Tree } from './sourceTree.ts';

/** The mutants in the emulator's printed list (variants and mechanical mutants name no requirement and are left out). */
export function mutantsInList(printed: string): Tree['mutants'] {
  const list = parsed(printed);
  if (!Array.isArray(list)) return { fault: 'no JSON list' };
  const entries: readonly unknown[] = list;
  const odd = entries.findIndex((entry) => !isEntry(entry));
  if (odd >= 0) return { fault: `entry ${odd} without name, or with a name, kind or breaks that is no text` };
  return entries.filter(isEntry).filter(({ kind }) => kind === 'mutant' || kind === undefined);
}

function parsed(printed: string): unknown {
  try {
    return JSON.parse(printed);
  } catch {
    return undefined;
  }
}

function isEntry(entry: unknown): entry is Mutant & { readonly kind?: string } {
  if (typeof entry !== 'object' || entry === null || !('name' in entry) || typeof entry.name !== 'string') return false;
  const { kind, breaks } = entry as { readonly kind?: unknown; readonly breaks?: unknown };
  return [kind, breaks].every((value) => value === undefined || typeof value === 'string');
}
