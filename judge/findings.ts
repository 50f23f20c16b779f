import { grouped } from '../traffic/journal/runRecord.ts';
import { type Fault, sentence } from '../traffic/outcome/fault.ts';
import { normalised } from '../traffic/outcome/normalised.ts';

/** One fault in the form that reports print. */
export interface Finding {
  code: string;
  wanted: string;
  seen: string;
  exchanges: readonly string[];
}

/** Returns a fault in the form that reports print. */
export const findingOf = (fault: Fault): Finding => ({
  code: fault.code,
  ...sentence(fault),
  exchanges: fault.exchanges,
});

/** Returns each of several equal items once. */
export const distinct = <T>(items: readonly T[]): T[] =>
  items.length < 2 ? [...items] : [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];

/** A name that stands for one of many in a sentence: a pointer, a word in capitals or with one inside, the name of a header or parameter. */
const names = /\/[\w/{}*.-]+|\b[A-Z][A-Z0-9_]+\b|\b[a-z]+[A-Z]\w*/g;

/** What a sentence says without the value that was wanted: `the body to have /side as SELL` is about /side. */
const withoutValue = (wanted: string) => wanted.replace(/ as .*$/s, '');

/** The sort of thing that a finding is about: an argument that was sent, a value that was read, a webhook. */
const sortOf = ({ code, wanted }: Finding) => `${code} ${normalised(withoutValue(wanted).replaceAll(names, '<name>'))}`;

/** A sort of thing at one place. */
const kindOf = ({ code, wanted }: Finding) => `${code} ${normalised(withoutValue(wanted))}`;

/** Puts items in an order in which each group has its first before any has its second. */
function taken<T>(groups: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => groups.flatMap((group) => group.slice(at, at + 1))).flat();
}

/** A verdict lists at most this many findings of one requirement. */
export const mostFindings = 10;

/** Findings that are listed, and how many there are besides. */
export interface ListedFindings {
  findings: readonly Finding[];
  unlisted?: number;
}

/**
 * Chooses the findings that a verdict lists: each sort of thing has its first before any has its second, and so has each place within a sort. The first one stays
 * the first.
 */
export function listed(all: readonly Finding[]): ListedFindings {
  const sorts = [...grouped(all, sortOf).values()].map((own) => taken([...grouped(own, kindOf).values()]));
  const findings = taken(sorts).slice(0, mostFindings);
  const unlisted = all.length - findings.length;
  return { findings, ...(unlisted > 0 && { unlisted }) };
}
