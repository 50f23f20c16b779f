import type { Finding } from '../findings/finding.ts';
import { leftWords, rateOf } from '../run/left.ts';
import { type Budget, noSpent } from '../run/plan.ts';
import type { AnyState } from './campaign.ts';
import type { Share } from './coverage.ts';
import { anyRequirements } from './requirements.ts';

const most = (part: number, whole: number | undefined) => (whole === undefined ? String(part) : `${part} of ${whole}`);

const share = ({ done, of }: Share) => `${done} of ${of}`;

const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

/** How far a campaign on any API is, in one line. */
export function anyProgress({ spent, cases, elapsedMs, findings, coverage }: AnyState, budget: Budget): string {
  const pace = { spent, before: noSpent, elapsedMs };
  const { touched, of } = coverage.touched();
  return [
    `${clock(elapsedMs)}`,
    `${most(spent.posts, budget.posts)} writes, ${most(spent.gets, budget.gets)} GET (${rateOf(pace)}/s)`,
    `${cases} cases`,
    `${touched} of ${of} operations`,
    `${share(coverage.decided())} requirements`,
    `${findings} findings`,
    ...leftWords(pace, budget),
  ].join(', ');
}

function findingLines({ fingerprint, requirement, operation, wanted, seen, case: one, shrunk }: Finding): string[] {
  const title = anyRequirements[requirement as keyof typeof anyRequirements]?.title ?? '';
  const { label, steps } = one;
  const words = label.is === 'invalid' ? `${label.broken.place} breaks ${label.broken.keyword}` : label.because;
  const size = `${steps.length} ${steps.length === 1 ? 'request' : 'requests'}`;
  return [
    `${requirement}  ${title}`,
    `    in      ${operation}`,
    `    case    ${label.is}: ${words}; ${size}${shrunk ? `, made smaller for ${shrunk.posts} writes` : ', as found'}`,
    `    wanted  ${wanted}`,
    `    seen    ${seen}`,
    `    as      ${fingerprint}`,
    '',
  ];
}

/** So many operations are named for one reason. */
const mostNamed = 3;

/** What a campaign on any API found and touched, for a terminal. */
export function writeAnyCampaign(state: AnyState, findings: readonly Finding[], seed: number): string {
  const { spent, cases, elapsedMs, coverage, broken, unsent, halted } = state;
  const { operations, parameters, responses, valid, sides, unreached } = coverage.report();
  const all = Object.values(sides);
  const sum = (of: (one: Share) => number) => all.reduce((total, one) => total + of(one), 0);
  const unseen = Object.entries(unreached).map(([why, keys]) => {
    const named = keys.slice(0, mostNamed).join(', ');
    return `  ${keys.length} operations took nothing: ${why} (${named}${keys.length > mostNamed ? ', …' : ''})`;
  });
  const times = [...broken.values()].map(
    ({ requirement: { id }, outcome, times: count }) => `${id} ${outcome} ${count}`,
  );
  return [
    ...findings.flatMap(findingLines),
    `seed ${seed}: ${cases} cases, ${spent.posts} writes, ${spent.gets} GET in ${clock(elapsedMs)}, ${findings.length} findings${times.length > 0 ? ` (${times.join(', ')})` : ''}`,
    `operations ${share(operations)} touched, ${operations.reached} took something; parameters ${share(parameters)}; sides of constraints ${sum(({ done }) => done)} of ${sum(({ of }) => of)}; responses seen ${share(responses)}; valid cases taken ${share(valid)}; ${unsent} cases led nowhere`,
    ...unseen.slice(0, 20),
    ...(halted === undefined ? [] : [`it went no further: ${halted}`]),
    '',
  ].join('\n');
}
