import type { SelectionScope } from '../../../runner/selection/selectionScope.ts';
import type { Selection } from '../../../traffic/requirements/selection.ts';

/** A longer list is cut; `plan --json` has all ids. */
const mostShown = 12;

function listOf(ids: readonly string[]): string {
  const shown = ids.slice(0, mostShown).join(', ');
  return ids.length > mostShown ? `${shown} and ${ids.length - mostShown} more` : shown;
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Returns what an operator should know beforehand of a selection by name: what else runs, what is left out, and what reading alone would judge. */
export function selectionNotes({ profile, tier }: Selection, scope: SelectionScope | undefined): string[] {
  if (!scope) return [];
  const { added, leftOut, byReading } = scope;
  const why =
    tier === 'passive'
      ? '--tier passive leaves out what needs POSTs'
      : `--profile ${profile} leaves out what does not fit into its POSTs; --profile nightly runs it`;
  return [
    ...(added.length > 0
      ? [`also runs ${counted(added.length, 'test')} whose traffic feeds the named trace checks: ${listOf(added)}`]
      : []),
    ...(leftOut.length > 0 ? [`${why}: ${listOf(leftOut)}`] : []),
    ...(byReading.length > 0
      ? [`reading alone, with --tier passive, judges ${byReading.length} of what is named: ${listOf(byReading)}`]
      : []),
  ];
}
