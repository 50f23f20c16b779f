import type { KnownFindingChanges } from '../../fuzzer/engine/findings/findingChanges.ts';

/** The possible changes of a known finding's state, and their labels. */
const changes = { regressed: 'back again', flaky: 'now flaky', fixed: 'now fixed' } as const;

/** The most names that are printed for one change; the document has them all. */
const mostNamed = 20;

function namedAs(words: string, named: KnownFindingChanges['became']): string[] {
  if (named.length === 0) return [];
  const names = named.slice(0, mostNamed).map(({ fingerprint, requirement }) => `${fingerprint} ${requirement}`);
  const more = named.length > mostNamed ? ` and ${named.length - mostNamed} more` : '';
  return [`${words}: ${names.join(', ')}${more}`];
}

/** Writes what became of the known findings, as lines for a terminal. */
export function findingChangeLines({ known, tried, shown, untried, became }: KnownFindingChanges): string[] {
  if (known === 0) return [];
  const left = untried > 0 ? [`${untried} that are not fixed were not tried in this campaign`] : [];
  return [
    [`of ${known} known findings ${tried} were tried again, ${shown} show again`, ...left].join('; '),
    ...Object.entries(changes).flatMap(([state, words]) =>
      namedAs(
        words,
        became.filter((one) => one.state === state),
      ),
    ),
  ];
}
