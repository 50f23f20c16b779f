import { readFileSync, realpathSync } from 'node:fs';
import type { BaselineValues } from '../../traffic/journal/journalTypes.ts';
import { replaceFile } from '../../traffic/system/atomicWrite.ts';
import { ConfigurationError, type Problem } from '../../traffic/system/configurationError.ts';

const hint = 'Correct it, or remove the file and learn the values again with --pin.';

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'none' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new ConfigurationError(file, [{ where: '/', wanted: 'a readable file', seen: code, hint }]);
  }
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigurationError(file, [{ where: '/', wanted: 'JSON', seen: 'other text', hint }]);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function problemsOf(value: unknown): Problem[] {
  if (!isObject(value)) return [{ where: '/', wanted: 'an object by requirement', seen: 'something else', hint }];
  return Object.entries(value).flatMap(([id, learned]) => {
    const where = `/${id}`;
    if (!isObject(learned)) return [{ where, wanted: 'an object of what was learned', seen: 'something else', hint }];
    return Object.entries(learned).flatMap(([key, pin]) =>
      typeof pin === 'string' ? [] : [{ where: `${where}/${key}`, wanted: 'a text', seen: 'something else', hint }],
    );
  });
}

/** Reads the baseline values of a target; empty if there is no file. Throws ConfigurationError with all problems of a malformed file. */
export function readBaselineValues(file: string): BaselineValues {
  const text = textOf(file);
  if (text === undefined) return {};
  const value = parsed(text, file);
  const problems = problemsOf(value);
  if (problems.length > 0) throw new ConfigurationError(file, problems);
  return value as BaselineValues;
}

const sorted = <T>(of: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(of).sort(([left], [right]) => (left < right ? -1 : 1));

/** Merges the stored and the learned values. Every id becomes an own property, whatever its name is. */
function merged(before: BaselineValues, learned: BaselineValues): BaselineValues {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(learned)])];
  const own = (pins: BaselineValues, id: string) => (Object.hasOwn(pins, id) ? pins[id] : {});
  const all = ids.map((id) => [id, Object.fromEntries(sorted({ ...own(before, id), ...own(learned, id) }))] as const);
  return Object.fromEntries(sorted(Object.fromEntries(all)));
}

/** Replaces a file atomically, also through a symbolic link. A reader sees either the old text or the new one. */
function replace(file: string, text: string, isThere: boolean): void {
  try {
    replaceFile(isThere ? realpathSync(file) : file, text);
  } catch (error) {
    const { code = 'none' } = error as NodeJS.ErrnoException;
    const advice = 'Name another file under pins in the target file.';
    throw new ConfigurationError(file, [{ where: '/', wanted: 'a writable file', seen: code, hint: advice }]);
  }
}

/**
 * Adds the learned baseline values to a file or updates them there; other values in the file stay. The text depends only on the values, and a file that already
 * has all of them is not written. Throws ConfigurationError.
 */
export function writeBaselineValues(file: string, learned: BaselineValues): void {
  const before = textOf(file);
  const text = `${JSON.stringify(merged(readBaselineValues(file), learned), null, 2)}\n`;
  if (text !== before && (before !== undefined || Object.keys(learned).length > 0))
    replace(file, text, before !== undefined);
}
