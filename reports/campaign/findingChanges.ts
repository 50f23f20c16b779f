import type { KnownFindingChanges } from '../../fuzzer/engine/findings/findingChanges.ts';

/** The possible changes of a known finding's state, and their labels. */
const changes = { regressed: 'back again', flaky: 'now flaky', fixed: 'now fixed' } as const;

/** The most names that are printed for one change; the document has them all. */
const mostNamed = 20;

/** Writes what became of the known findings, as lines for a terminal. */
export function findingChangeLines({ known, tried, shown, untried, became }: KnownFindingChanges): string[] {
  if (known === 0) return [];
  const left = untried > 0 ? `; ${untried} that are not fixed were not tried in this campaign` : '';
  const lines = Object.entries(changes).flatMap(([state, words]) => {
    const names = became.flatMap((one) => (one.state === state ? [`${one.fingerprint} ${one.requirement}`] : []));
    const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
    return names.length === 0 ? [] : [`${words}: ${names.slice(0, mostNamed).join(', ')}${more}`];
  });
  return [`of ${known} known findings ${tried} were tried again, ${shown} show again${left}`, ...lines];
}
