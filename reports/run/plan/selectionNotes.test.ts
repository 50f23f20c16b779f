import { expect, test } from '@playwright/test';
import { completeSelection } from '../../../runner/selection/completeSelection.ts';
import { readCosts } from '../../../runner/selection/costs.ts';
import { scopeOf } from '../../../runner/selection/selectionScope.ts';
import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import type { Selection } from '../../../traffic/requirements/selection.ts';
import { selectionNotes } from './selectionNotes.ts';

const known = { catalogue: readCatalogue(), costs: readCosts() };

function notesOf(asked: readonly string[] | undefined, parts: Partial<Selection> = {}): string[] {
  const base: Selection = { profile: 'nightly', tier: 'active', day: '2026-01-01', ...parts, ...(asked && { asked }) };
  const selection = completeSelection(base, known);
  return selectionNotes(selection, scopeOf(selection, known));
}

test('a selection by name says what else runs, and what reading alone would judge', () => {
  const feeders = known.catalogue.find(({ id }) => id === 'BAL-01')?.fedBy ?? [];
  expect(notesOf(['BAL-01'])).toEqual([
    expect.stringMatching(
      new RegExp(
        `^also runs ${feeders.length} tests whose traffic feeds the named trace checks: .* and ${feeders.length - 12} more$`,
      ),
    ),
    expect.stringMatching(/^reading alone, with --tier passive, judges 1 of what is named: BAL-01$/),
  ]);
});

test('nothing is said of a run of everything, or of a test that needs nothing else', () => {
  expect(notesOf(undefined)).toEqual([]);
  expect(notesOf(['SBX-04'])).toEqual([]);
});

test('a profile and a tier say what they leave out of what is named', () => {
  expect(notesOf(['LIM'], { profile: 'smoke' })).toContainEqual(
    expect.stringMatching(
      /^--profile smoke leaves out what does not fit into its POSTs; --profile nightly runs it: .*LIM-04a/,
    ),
  );
  expect(notesOf(['PAY'], { tier: 'passive' })).toContainEqual(
    expect.stringMatching(/^--tier passive leaves out what needs POSTs: PAY-03, /),
  );
});
