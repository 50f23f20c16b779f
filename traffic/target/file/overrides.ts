import { resolve } from 'node:path';
import { ConfigurationError, type Problem } from '../../system/configurationError.ts';
import { decide, variable } from '../../system/environment.ts';
import { isAddress } from '../../system/webAddress.ts';
import type { Override } from './applyOverrides.ts';
import type { FileProblem } from './fileProblem.ts';
import { inlineSecretProblems } from './inlineSecrets.ts';
import { fieldAt, fieldProblems } from './targetSchema.ts';
import { readScalar } from './yamlScalar.ts';

/** The variables that set a field of any named target. */
const variables = [
  { name: 'ASSAY_BASE_URL', place: ['baseUrl'] },
  { name: 'ASSAY_CONTRACT', place: ['contract'] },
];

/** Fields that name a file; an override names it relative to the current folder. */
const files = new Set(['contract', 'envFile', 'pins', 'levers.dashboard.driver']);

/** Field names and list indices, joined by dots. A name cannot begin with an underscore, so `__proto__` is excluded. */
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

/** Reads a flag. If the flag has no path, its text is not repeated, because the text may be a secret. */
function fromFlag(flag: string): Override | Problem {
  const at = flag.indexOf('=');
  const name = flag.slice(0, Math.max(0, at));
  if (path.test(name)) return overrideOf(`--set ${name}`, name.split('.'), flag.slice(at + 1));
  const hint = 'For example, write --set quota.postPerMinute=20.';
  return { where: '--set', wanted: 'path=value', seen: 'other words', hint };
}

function fromEnvironment(): (Override | Problem)[] {
  return variables.flatMap(({ name, place }) => {
    const value = variable(name);
    return value === undefined ? [] : [overrideOf(`$${name}`, place, value)];
  });
}

const isProblem = (one: Override | Problem): one is Problem => 'hint' in one;

/** Returns the problems of an override that can be found without a target file, because the file of the embedded emulator is not read before a run. */
function earlyProblems({ where, place, value }: Override): Problem[] {
  const around = place.reduceRight<unknown>((inside, part) => ({ [part]: inside }), value);
  const inline: FileProblem[] = inlineSecretProblems(around, variable);
  const problems = inline.length > 0 ? inline : fieldProblems(place, value);
  return problems.map(({ wanted, seen, hint }) => ({ where, wanted, seen, hint }));
}

/**
 * Returns the overrides of a run: those of the environment if a target is named (they are for the user's own target, not for the embedded emulator), then those
 * of the `--set` flags, which win. Throws ConfigurationError with all problems that are visible before a target file is read.
 */
export function overridesFrom(flags: readonly string[], target: string | undefined): Override[] {
  const read = [...(target === undefined ? [] : fromEnvironment()), ...flags.map(fromFlag)];
  const overrides = read.filter((one): one is Override => !isProblem(one));
  const early = target === undefined ? overrides.flatMap(earlyProblems) : [];
  const problems = [...read.filter(isProblem), ...early];
  if (problems.length > 0) throw new ConfigurationError('the command', problems);
  return overrides;
}

/** Sets the overrides for this process and the processes it starts. */
export function decideOverrides(overrides: readonly Override[]): void {
  decide('ASSAY_SET', JSON.stringify(overrides));
}

/** Returns the overrides of this run: the ones already set, else those of the environment. Throws ConfigurationError. */
export function currentOverrides(): Override[] {
  const decided = variable('ASSAY_SET');
  return decided === undefined ? overridesFrom([], '') : (JSON.parse(decided) as Override[]);
}
