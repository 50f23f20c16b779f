import { furtherAccounts, type TargetCredential } from './credentials.ts';
import type { Target } from './target.ts';
import type { Participant, TargetFacts } from './targetFacts.ts';

/** Returns the accounts besides main as which a run may send orders too. */
export const participants = (credentials: readonly TargetCredential[]): TargetCredential[] =>
  furtherAccounts(credentials).filter(({ takesPart }) => takesPart === true);

/** Returns what may be written of the accounts that take part. */
export const participantFacts = (credentials: readonly TargetCredential[]): Participant[] =>
  participants(credentials).map(({ label, projects = [] }) => ({ label, projects }));

/** Returns the facts of a target as an account that takes part sees them: its own projects, and no further accounts. */
export const factsAs = (facts: TargetFacts, label: string): TargetFacts => ({
  ...facts,
  projects: facts.participants?.find((one) => one.label === label)?.projects ?? [],
  limited: [],
  participants: [],
});

/** Returns the same target with an account that takes part in place of main, and without webhooks and pages, which belong to main. */
export function targetAs(target: Target, account: TargetCredential): Target {
  const { webhook: _, page: _page, widget: _widget, ...rest } = target;
  return {
    ...rest,
    credentials: [{ ...account, purpose: 'main' }],
    projects: account.projects ?? [],
    facts: factsAs(target.facts, account.label),
  };
}
