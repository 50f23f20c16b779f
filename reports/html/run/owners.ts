import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import type { Halt } from '../../../traffic/journal/journalTypes.ts';
import type { Attribution, Outcome } from '../../../traffic/outcome/outcome.ts';
import { html, type Part } from '../page/markup.ts';
import { counted } from '../page/parts.ts';

/** Who has to act on a run that stopped, and what to do. */
export const haltAdvice: Readonly<Record<Halt['cause'], { owner: string; next: string }>> = {
  credential: {
    owner: 'Yours: the target refuses the credential. Nothing is known about the target itself.',
    next: 'Check the token id and secret in the variables that the target file names: they may have expired or been revoked.',
  },
  stranger: {
    owner: 'Yours: something other than this API answers at the base address.',
    next: 'Check baseUrl in the target file.',
  },
  account: {
    owner: 'Yours: another run uses the account. Nothing is known about the target itself.',
    next: 'Wait for the other run to end, or give this one an account of its own.',
  },
  receiver: {
    owner: 'Yours: the webhooks of the target cannot be received here.',
    next: 'Check the webhook address in the target file.',
  },
  unreachable: {
    owner: 'The target’s, or the network’s: nothing answers any more.',
    next: 'Check that the server runs and can be reached from here.',
  },
  quota: {
    owner: 'Yours: the quota that is left is unknown.',
    next: 'Check quota in the target file.',
  },
  disk: { owner: 'Yours: the disk is full.', next: 'Make room on the disk.' },
  suite: { owner: 'Assay’s own fault. It says nothing about the target.', next: 'Report it with this folder.' },
  interrupted: {
    owner: 'Nobody’s: the run was interrupted.',
    next: 'Judge what was stored with `npx assay judge`, or run again.',
  },
};

const owners: Readonly<Record<Attribution, string>> = {
  target: 'the target',
  contract: 'the contract that it was given',
  suite: 'Assay itself',
  environment: 'the environment between Assay and the target',
  configuration: 'your target file',
  quota: 'the quota of your account',
};

/** What an outcome says of a requirement, after the number of them. */
const deeds: Readonly<Partial<Record<Outcome, readonly [one: string, many: string]>>> = {
  fail: ['rule is broken by', 'rules are broken by'],
  error: ['check could not end because of', 'checks could not end because of'],
  inconclusive: ['check was disturbed by', 'checks were disturbed by'],
  'not run': ['check did not run because of', 'checks did not run because of'],
  unverified: ['check lacks evidence because of', 'checks lack evidence because of'],
  changed: ['habit was changed by', 'habits were changed by'],
  warn: ['advice is not followed by', 'pieces of advice are not followed by'],
};

/** Groups what needs attention by its outcome and by who is responsible. */
function groups(requirements: readonly RequirementVerdict[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { outcome, attribution } of requirements) {
    if (deeds[outcome] === undefined) continue;
    const key = `${outcome}/${attribution ?? ''}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const normNote = (failed: readonly RequirementVerdict[]) => {
  const count = failed.filter(({ basis }) => basis === 'norm').length;
  return (
    count > 0 &&
    html`<p class="note">${counted(count, 'of them is a norm', 'of them are norms')} of the industry that interface.md does not state.</p>`
  );
};

/** Says who is responsible for what a run found. */
export function ownerOf({ halt, requirements, target }: Verdict): Part {
  const failed = requirements.filter(({ outcome }) => outcome === 'fail');
  const rows = [...groups(requirements)].flatMap(([key, count]) => {
    const [outcome, attribution] = key.split('/') as [Outcome, Attribution | ''];
    if (halt && outcome !== 'fail') return [];
    const words = deeds[outcome]?.[count === 1 ? 0 : 1] ?? '';
    const name =
      attribution === 'target'
        ? `the target, ${target.name}`
        : attribution
          ? owners[attribution]
          : 'no one in particular';
    return [html`<li><strong>${count}</strong> ${words} <strong>${name}</strong></li>`];
  });
  return [
    halt && html`<p>${haltAdvice[halt.cause].owner}</p>`,
    rows.length > 0 && html`<ul>${rows}</ul>`,
    !halt && rows.length === 0 && html`<p>Nobody’s. Nothing needs attention.</p>`,
    normNote(failed),
  ];
}
