import { resolve } from 'node:path';
import { ConfigurationError, type Problem } from '../../system/configurationError.ts';
import { decide, variable } from '../../system/environment.ts';
import { isAddress } from '../../system/webAddress.ts';
import type { Override } from './applyOverrides.ts';
import type { FileProblem } from './fileProblem.ts';
import { inlineSecretProblems } from './inlineSecrets.ts';
import { fieldAt, fieldProblems } from './targetSchema.ts';
import { readScalar } from './yamlScalar.ts';

/** The variables that set a field of any target that is named. */
const variables = [
  { name: 'ASSAY_BASE_URL', place: ['baseUrl'] },
  { name: 'ASSAY_CONTRACT', place: ['contract'] },
];

/** Fields that name a file: from outside, one in the current folder. */
const files = new Set(['contract', 'envFile', 'pins', 'levers.dashboard.driver']);

/** Names of fields and indices of lists, joined by dots; no name begins with a line, as `__proto__` does. */
const path = /^[A-Za-z0-9$][^.=]*(\.[A-Za-z0-9$][^.=]*)*$/;

function overrideOf(where: string, place: readonly string[], text: string): Override | Problem {
  const value = readScalar(text, { asText: fieldAt(place)?.type === 'string' });
  if (value === undefined)
    return {
      where,
      wanted: 'one value',
      seen: 'another thing',
      hint: 'Set the fields of a list or object one by one.',
    };
  const isFile = typeof value === 'string' && value !== '' && files.has(place.join('.')) && !isAddress(value);
  return { where, place, value: isFile ? resolve(value) : value };
}

/** The words of a flag are not repeated where they have no path: they may be a secret. */
function fromFlag(flag: string): Override | Problem {
  const at = flag.indexOf('=');
  const name = flag.slice(0, Math.max(0, at));
  if (path.test(name)) return overrideOf(`--set ${name}`, name.split('.'), flag.slice(at + 1));
  const hint = 'Write --set quota.postPerMinute=20, for example.';
  return { where: '--set', wanted: 'path=value', seen: 'other words', hint };
}

function fromEnvironment(): (Override | Problem)[] {
  return variables.flatMap(({ name, place }) => {
    const value = variable(name);
    return value === undefined ? [] : [overrideOf(`$${name}`, place, value)];
  });
}

const isProblem = (one: Override | Problem): one is Problem => 'hint' in one;

/** The embedded emulator's file is not read before a run: what can be said without it is said now. */
function earlyProblems({ where, place, value }: Override): Problem[] {
  const around = place.reduceRight<unknown>((inside, part) => ({ [part]: inside }), value);
  const inline: FileProblem[] = inlineSecretProblems(around, variable);
  const flaws = inline.length > 0 ? inline : fieldProblems(place, value);
  return flaws.map(({ wanted, seen, hint }) => ({ where, wanted, seen, hint }));
}

/**
 * The overrides of a run: of the environment where a target is named (they are of somebody's own target, not of the
 * embedded emulator), then of the `--set` flags, which win. Throws ConfigurationError with all problems of them that can be
 * told before a target file is read.
 */
export function overridesFrom(flags: readonly string[], target: string | undefined): Override[] {
  const read = [...(target === undefined ? [] : fromEnvironment()), ...flags.map(fromFlag)];
  const overrides = read.filter((one): one is Override => !isProblem(one));
  const early = target === undefined ? overrides.flatMap(earlyProblems) : [];
  const problems = [...read.filter(isProblem), ...early];
  if (problems.length > 0) throw new ConfigurationError('the command', problems);
  return overrides;
}

/** Decides the overrides for this process and those that it starts. */
export function decideOverrides(overrides: readonly Override[]): void {
  decide('ASSAY_SET', JSON.stringify(overrides));
}

/** The overrides of this run: those that were decided, or else those of the environment. Throws ConfigurationError. */
export function currentOverrides(): Override[] {
  const decided = variable('ASSAY_SET');
  return decided === undefined ? overridesFrom([], '') : (JSON.parse(decided) as Override[]);
}
