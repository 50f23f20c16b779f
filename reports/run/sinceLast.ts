import type { Verdict } from '../../judge/buildVerdict.ts';
import type { Halt } from '../../traffic/journal/journalTypes.ts';

/** What the run before shows of a run that stopped, by the cause. */
const changedByHalt: Readonly<Partial<Record<Halt['cause'], readonly [before: string, now: string]>>> = {
  credential: ['the credential was accepted in', 'it is refused now'],
  unreachable: ['the target answered in', 'it does not answer now'],
  stranger: ['this API answered in', 'something else answers now'],
};

/** The most requirements that one sentence names. */
const mostNamed = 6;

const minuteOf = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

function namesOf(ids: readonly string[]): string {
  const more = ids.length - mostNamed;
  return `${ids.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const idsOf = (failures: NonNullable<Verdict['history']>['new']) =>
  namesOf([...new Set(failures.map(({ requirement }) => requirement))]);

/** Names the run before by its time, its profile and how it ended; undefined if none is stored. */
function lastRunOf({ history }: Verdict): string | undefined {
  const last = history?.nights.at(-1);
  if (!last) return undefined;
  const failed =
    last.failed.length === 0 ? 'nothing failed' : `${last.failed.length} failed${last.exit === 0 ? ' as known' : ''}`;
  return `the run of ${minuteOf(last.startedAt)} (${last.profile}, exit ${last.exit}, ${failed})`;
}

/** Says in one sentence what changed since the run before, and names that run; undefined if no state is kept. */
export function changedWords(verdict: Verdict): string | undefined {
  const { history, halt, requirements, header } = verdict;
  // A gate for clients keeps no state.
  if (!history || header.command === 'client') return undefined;
  const last = lastRunOf(verdict);
  if (last === undefined) return 'nothing to compare with: no earlier run of this target is stored';
  if (halt) {
    const [before, now] = changedByHalt[halt.cause] ?? ['this run stopped, unlike', 'its cause is named above'];
    const isUntried = requirements.every(({ exchanges }) => exchanges.length === 0);
    return `${before} ${last}; ${now}; ${isUntried ? 'nothing else' : 'only what was asked before the stop'} is compared`;
  }
  const changed = requirements.filter(({ outcome }) => outcome === 'changed').map(({ id }) => id);
  const parts = [
    history.new.length > 0 ? `${idsOf(history.new)} new` : 'no failure is new',
    history.fixed.length > 0 ? `${idsOf(history.fixed)} fixed` : 'nothing is fixed',
    ...(changed.length > 0 ? [`${namesOf(changed)} unlike the baseline`] : []),
  ];
  return `${parts.join(', ')}, compared with ${last}`;
}
