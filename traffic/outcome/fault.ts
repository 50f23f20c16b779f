import { stringify } from 'lossless-json';
import { clientFaults } from './clientFaults.ts';
import { evidenceFaults } from './evidenceFaults.ts';
import type { FaultKind, Sentence, Weight } from './faultKind.ts';
import { pageFaults } from './pageFaults.ts';
import { targetFaults } from './targetFaults.ts';
import { unreadFaults } from './unreadFaults.ts';

/** Every kind of fault, by its code: the facts, the weight and the sentence of one stand together. */
const kinds = { ...targetFaults, ...unreadFaults, ...evidenceFaults, ...pageFaults, ...clientFaults };

/** The stable code of a fault. */
export type FaultCode = keyof typeof kinds;

type Facts<Code extends FaultCode> = Parameters<(typeof kinds)[Code]['sentence']>[0];

/** What every fault has: the numbers of the exchanges that show it, and the account that sent them if it is not the one under test. */
interface Shown {
  exchanges: readonly string[];
  account?: string;
}

/** One fault: its code, its facts, and what shows it. */
export type Fault = { [Code in FaultCode]: { code: Code } & Shown & Facts<Code> }[FaultCode];

const kindOf = ({ code }: Fault) => kinds[code] as FaultKind<Fault>;

/** Returns the weight of a fault: `broken` for every fault that only a target can cause. */
export const weightOf = (fault: Fault): Weight => kindOf(fault).weight;

/** Writes a fault as prose: the one place where facts become words. */
export function sentence(fault: Fault): Sentence {
  const said = kindOf(fault).sentence(fault);
  return fault.account === undefined ? said : { ...said, seen: `${said.seen}, as the account ${fault.account}` };
}

/** Formats a value for a sentence: at most 160 characters on one line; exact numbers as written. */
export function excerpt(value: unknown): string {
  const text = (typeof value === 'string' ? value : (stringify(value) ?? 'nothing')).replace(/\s+/g, ' ');
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}
