/** What of an exchange shows a fault. */
export interface Marks {
  /** True for a line of a body that the fault is about. */
  isAnswerLine(line: string): boolean;
  isRequestLine(line: string): boolean;
  isStatus(status: number): boolean;
}

/** The name and the value in a line of laid-out JSON. */
function member(line: string): { name: string | undefined; value: string } {
  const found = /^\s*(?:"((?:[^"\\]|\\.)*)": )?(.*?),?$/.exec(line);
  return { name: found?.[1], value: (found?.[2] ?? '').replace(/^"(.*)"$/, '$1') };
}

/** The shortest value that is looked for in the words of a fault: shorter ones are in any sentence. */
const shortest = 3;

/** Returns which words a text has, without the excerpts of whole bodies in it. */
const wordsOf = (text: string) => text.replace(/[[{].*$/s, '');

/** Finds what a fault is about: the fields that its words name, the values that it saw, and the status. */
export function marksOf(faults: readonly { wanted: string; seen: string }[]): Marks {
  const seen = faults.map((fault) => wordsOf(fault.seen)).join('\n');
  const wanted = faults.map((fault) => wordsOf(fault.wanted)).join('\n');
  const names = new Set(`${wanted}\n${seen}`.match(/\w+/g) ?? []);
  const statuses = new Set(faults.flatMap((fault) => /^(\d{3})\b/.exec(fault.seen)?.[1] ?? []));
  const isNamed = (name: string | undefined) => name !== undefined && name.length > 1 && names.has(name);
  const hasValue = (value: string) => value.length >= shortest && /\w/.test(value) && seen.includes(value);
  return {
    isAnswerLine: (line) => {
      const { name, value } = member(line);
      return isNamed(name) || hasValue(value);
    },
    isRequestLine: (line) => isNamed(member(line).name),
    isStatus: (status) => statuses.has(String(status)),
  };
}
