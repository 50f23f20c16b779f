import { resolve } from 'node:path';
import { ConfigurationError, type Problem } from '../../../traffic/system/configurationError.ts';
import { variable } from '../../../traffic/system/environment.ts';
import { isAddress } from '../../../traffic/system/webAddress.ts';

/** True for a text that names neither a file nor an address of the web, such as ftp://host. */
const isOfOtherKind = (text: string) =>
  text.trim() === '' || (/^[a-z][a-z\d+.-]*:\/\//i.test(text) && !isAddress(text));

/** Returns the problem of a text that can name no target; undefined for a file or an address, which need not exist. */
export function targetProblem(where: string, text: string): Problem | undefined {
  if (!isOfOtherKind(text)) return undefined;
  const wanted = 'a target file, or an address that begins with http:// or https://';
  const hint = 'For example target.yaml, which assay init writes, or https://sandbox.example.';
  return { where, wanted, seen: text.trim() === '' ? 'an empty text' : text, hint };
}

/** Returns the target of a command as the user named it; undefined if neither the option nor ASSAY_TARGET is given. Throws ConfigurationError if the text can name no target. */
export function namedTarget(option: string | undefined): string | undefined {
  const given = option ?? variable('ASSAY_TARGET');
  if (given === undefined) return undefined;
  const problem = targetProblem(option === undefined ? '$ASSAY_TARGET' : '--target', given);
  if (problem) throw new ConfigurationError('the target', [problem]);
  return given;
}

/** Returns the whole path of a target file, so that processes in other folders find it; an address is unchanged. */
export const placeOf = (target: string): string => (isAddress(target) ? target : resolve(target));

/** Returns the words of a command line that name the same target again. */
export const targetOptions = ({ target, set = [] }: { target?: string; set?: readonly string[] }): string[] => [
  ...(target === undefined ? [] : ['--target', target]),
  ...set.flatMap((one) => ['--set', one]),
];
