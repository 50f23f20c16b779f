import type { AnyReport, Share } from '../../fuzzer/any/report.ts';
import type { Finding } from '../../fuzzer/findings/finding.ts';
import type { Recalled } from '../../fuzzer/findings/recalled.ts';
import { plain } from '../plain.ts';
import { type CampaignDocument, endedWords } from './campaign.ts';
import { clock } from './clock.ts';
import { writeFindings } from './list.ts';
import { recalledWords } from './recalled.ts';

/** All that a campaign on any API has come to, as its `campaign.json`. */
export interface AnyDocument
  extends Pick<CampaignDocument, 'version' | 'run' | 'seed' | 'budget' | 'spent' | 'elapsedMs' | 'cases' | 'ended'> {
  target: {
    baseUrl: string;
    /** The contract as it was named, and its fingerprint. */
    contract: string;
    fingerprint: string;
    /** What was left out of the contract. */
    problems: readonly unknown[];
  };
  isReading: boolean;
  /** Cases that could not be sent to their end, and operations that were asked of what was created before. */
  unsent: number;
  led: number;
  /** Why it went no further, where it was not its budget. */
  halted?: string;
  /** What became of the findings that were known when it began. */
  again?: Recalled;
  coverage: AnyReport;
  /** What is broken, each requirement as it was first seen. */
  broken: readonly { requirement: { id: string; title: string }; outcome: string; times: number; posts: number }[];
  /** Those that showed, each with its files. */
  findings: readonly (Finding & { files: readonly string[] })[];
  exit: 0 | 1 | 3;
}

/** What the exit code of a campaign on any API says. */
const endings: Readonly<Record<AnyDocument['exit'], string>> = {
  0: 'nothing found',
  1: 'unsound',
  3: 'the target could not be reached, or took no sound request',
};

const share = ({ done, of }: Share) => `${done} of ${of}`;

/** So many operations are named for one reason, and so many reasons. */
const mostNamed = 3;
const mostReasons = 20;

function unreachedLines({ unreached }: AnyReport): string[] {
  return Object.entries(unreached)
    .map(([why, keys]) => {
      const named = keys.slice(0, mostNamed).join(', ');
      return `  ${keys.length} operations took nothing: ${why} (${named}${keys.length > mostNamed ? ', …' : ''})`;
    })
    .slice(0, mostReasons);
}

function coverageLines({ coverage, unsent }: AnyDocument): string[] {
  const { operations, parameters, responses, valid, sides } = coverage;
  const all = Object.values(sides);
  const sum = (of: (one: Share) => number) => all.reduce((total, one) => total + of(one), 0);
  return [
    `operations ${share(operations)} touched, ${operations.reached} took something; parameters ${share(parameters)}; sides of constraints ${sum(({ done }) => done)} of ${sum(({ of }) => of)}; responses seen ${share(responses)}; valid cases taken ${share(valid)}; ${unsent} cases led nowhere`,
    ...unreachedLines(coverage),
  ];
}

function doneLine({ seed, cases, spent, elapsedMs, findings, broken }: AnyDocument): string {
  const times = broken.map(({ requirement: { id }, outcome, times: count }) => `${id} ${outcome} ${count}`);
  const told = `${findings.length} findings${times.length > 0 ? ` (${times.join(', ')})` : ''}`;
  return `seed ${seed}: ${cases} cases, ${spent.posts} writes, ${spent.gets} GET in ${clock(elapsedMs)}, ${told}`;
}

/** A campaign on any API as text for a terminal: its findings, what was done and touched, what became of what was known, and its exit code; `place` leads to the store of the findings. */
export function writeAnyCampaign(told: AnyDocument, { file, place }: { file: string; place: string }): string {
  const { findings, broken, again, halted, ended, exit } = told;
  const titles = new Map(broken.map(({ requirement: { id, title } }) => [id, title]));
  const lines = [
    doneLine(told),
    ...coverageLines(told),
    ...(again ? recalledWords(again) : []),
    ...(halted === undefined ? [] : [`it went no further: ${halted}`]),
    ...endedWords[ended],
    `exit ${exit}: ${endings[exit]}   ${file}`,
  ];
  return `${writeFindings(findings, { titles, place })}\n${lines.map(plain).join('\n')}\n`;
}
