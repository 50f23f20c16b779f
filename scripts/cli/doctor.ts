import { escapeLine } from '../../reports/text/escape.ts';
import { type Check, exitOfChecks, stepsOf } from '../../runner/doctor/check.ts';
import { examine } from '../../runner/doctor/doctor.ts';
import { collectSpecs } from '../../runner/requirement/inProcessRunner.ts';
import { decideRun } from '../../traffic/journal/run.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { decide } from '../../traffic/system/environment.ts';
import { decideOverrides, overridesFrom } from '../../traffic/target/file/overrides.ts';
import { namedTarget, placeOf } from './prepare/namedTarget.ts';

/** The options of `assay doctor`. */
export interface DoctorOptions {
  target?: string;
  set?: readonly string[];
  json?: boolean;
}

const nobody = {
  where: '--target',
  wanted: 'the file or base address of a target',
  seen: 'none',
  hint: 'Name it, or write a file with assay init.',
};

const endings = {
  0: 'a nightly run could begin',
  2: 'something must be corrected before a run can begin',
  3: 'the target cannot be reached',
} as const;

/** The most requirements and steps that the console names; --json has all. */
const mostIds = 8;
const mostSteps = 3;

function costWords({ costs = [], inPart }: Check): string {
  if (costs.length === 0) return '';
  const more = costs.length > mostIds ? ' …' : '';
  return `; costs ${inPart ? 'parts of ' : ''}${costs.length} ${costs.length === 1 ? 'requirement' : 'requirements'}: ${costs.slice(0, mostIds).join(' ')}${more}`;
}

const addWords = ({ add, under }: Check) => add && `${under === undefined ? '' : `under ${under}:  `}${add}`;

/** Writes a check in one line, and below it the line to add to the target file. */
function linesOf(check: Check): string[] {
  const { state, thing, says } = check;
  const add = addWords(check);
  return [
    `${state.padEnd(12)} ${thing}: ${says}${costWords(check)}`,
    ...(add === undefined ? [] : [`${''.padEnd(13)}add   ${add}`]),
  ];
}

function stepWords(check: Check): string {
  const add = addWords(check);
  return `${check.thing}: ${[check.todo, add && `Add ${add}`].filter(Boolean).join(' ')}`;
}

/** Writes the checks as text: one line for each thing, then what to do first. */
export function writeChecks(checks: readonly Check[]): string {
  const exit = exitOfChecks(checks);
  const steps = stepsOf(checks);
  const more = steps.length - mostSteps;
  return [
    ...checks.flatMap(linesOf),
    '',
    ...steps.slice(0, mostSteps).map((step, index) => `${index === 0 ? 'First' : 'Then '}  ${stepWords(step)}`),
    ...(more > 0 ? [`and ${more} more of the lines above`] : []),
    `exit ${exit}: ${endings[exit]}`,
    '',
  ]
    .map(escapeLine)
    .join('\n');
}

/** Returns the checks as one JSON document, with all texts made safe for a line. */
function jsonOf(target: string, checks: readonly Check[]): string {
  const exit = exitOfChecks(checks);
  const document = { target, exit, meaning: endings[exit], checks, first: stepsOf(checks).map(stepWords) };
  return `${JSON.stringify(document, (_, value: unknown) => (typeof value === 'string' ? escapeLine(value) : value), 2)}\n`;
}

/** Says what of a target file works, with at most 30 GETs and no POST; returns the exit code. */
export async function doctor({ target: named, set = [], json = false }: DoctorOptions): Promise<number> {
  const given = namedTarget(named);
  if (given === undefined) throw new ConfigurationError('assay doctor', [nobody]);
  const place = placeOf(given);
  decideOverrides(overridesFrom(set, place));
  decide('ASSAY_COLLECTS', '1');
  await collectSpecs();
  const checks = await examine(place, decideRun().selection.day);
  process.stdout.write(json ? jsonOf(given, checks) : writeChecks(checks));
  return exitOfChecks(checks);
}
