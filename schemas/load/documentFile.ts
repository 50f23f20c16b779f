import { readFile, stat } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { ContractError, messageOf } from '../document/problem.ts';
import { parseExact, toPlain } from '../json/exact.ts';
import type { Plain } from '../json/plain.ts';

// The largest file, bytes; any hand-written contract is far smaller.
const maxSourceBytes = 20 * 1024 * 1024;

// Aliases are expanded, so a few lines could grow to gigabytes.
const maxAliases = 100;

/** Reads a JSON or YAML file of at most 20 MB as a plain JSON value; throws ContractError. */
export async function readSource(file: string): Promise<Plain> {
  return parseSource(await textOf(file), file);
}

async function textOf(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size <= maxSourceBytes) return await readFile(file, 'utf8');
  } catch (error) {
    throw unusable(file, { wanted: 'a file that can be read', seen: messageOf(error), hint: 'Check the path.' });
  }
  const hint = 'Check that the file is a contract, or split it into relative files.';
  throw unusable(file, { wanted: `at most ${maxSourceBytes} bytes`, seen: 'a larger file', hint });
}

/** Parses the text of a JSON or YAML file, whose path is for its problems; throws ContractError. */
export function parseSource(text: string, file: string): Plain {
  const json = /^\s*[{[]/.test(text) ? text : yamlAsJson(text, file);
  const parsed = parseExact(json);
  if ('fault' in parsed) {
    throw unusable(file, { wanted: 'JSON or YAML', seen: parsed.fault, hint: 'Correct the syntax there.' });
  }
  const problems = parsed.duplicates.map(({ key, offset }) => ({
    pointer: '',
    wanted: 'each key once in its object',
    seen: `${JSON.stringify(key)} again at character ${offset}`,
    hint: 'Remove one of the two.',
  }));
  if (problems.length > 0) throw new ContractError(file, problems);
  return toPlain(parsed.value);
}

// Converts YAML to JSON text first, so that aliases, cycles and nesting meet the limits of JSON.
function yamlAsJson(text: string, file: string): string {
  try {
    const document = parseDocument(text);
    const problems = document.errors.map(({ message }) => ({
      pointer: '',
      wanted: 'JSON or YAML',
      seen: message.split('\n')[0] ?? message,
      hint: 'Correct the syntax there.',
    }));
    if (problems.length > 0) throw new ContractError(file, problems);
    return JSON.stringify(document.toJS({ maxAliasCount: maxAliases })) ?? 'null';
  } catch (error) {
    if (error instanceof ContractError) throw error;
    throw unusable(file, { wanted: 'JSON or YAML', seen: messageOf(error), hint: 'Correct the syntax there.' });
  }
}

function unusable(file: string, problem: { wanted: string; seen: string; hint: string }): ContractError {
  return new ContractError(file, [{ pointer: '', ...problem }]);
}
