import { readFileSync } from 'node:fs';
import { type Plain, parsedPlain } from '../../schemas/json/plain.ts';

/** Returns the JSON value that a file holds; undefined if the file cannot be read, or holds something else. */
export function storedJson(file: string): Plain | undefined {
  try {
    return parsedPlain(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
