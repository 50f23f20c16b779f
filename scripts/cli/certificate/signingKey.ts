import type { KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { KeyError, privateKeyFrom } from '../../../certificate/keys/keys.ts';
import { ConfigurationError, fileProblem } from '../../../traffic/system/configurationError.ts';
import { forget, variable } from '../../../traffic/system/environment.ts';

/** The variables that give the private key: its text, or the file that has it. */
const keyVariables = { text: 'ASSAY_CERTIFICATE_KEY', file: 'ASSAY_CERTIFICATE_KEY_FILE' } as const;

const wanted = 'an Ed25519 private key in PEM';
const hint = 'Run assay keygen, and name the file that it wrote.';

const problem = (where: string, seen: string, words = hint) =>
  new ConfigurationError('the key', [{ where, wanted, seen, hint: words }]);

function keyOf(text: string, where: string): KeyObject {
  try {
    return privateKeyFrom(text);
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    throw problem(where, error.message.split(', got ')[1] ?? 'no key');
  }
}

/** The permissions of others than the owner. */
const others = 0o077;

function textIn(file: string, where: string): string {
  try {
    const { mode, size } = statSync(file);
    if (size > 8_192) throw problem(where, `a file of ${size} bytes`);
    if (process.platform !== 'win32' && (mode & others) !== 0)
      throw problem(where, `a file that others may use (mode ${(mode & 0o777).toString(8)})`, `Run chmod 600 ${file}.`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw problem(where, fileProblem(error));
  }
}

/** Returns the private key for certificates, from the file of an option or from a variable; it is never an argument itself, and no process that this one starts inherits it. Throws ConfigurationError. */
export function signingKey(option: string | undefined): KeyObject {
  const text = variable(keyVariables.text);
  // A run and its workers need no key.
  forget(keyVariables.text);
  if (option !== undefined) {
    if (option.includes('PRIVATE KEY'))
      throw problem('--key', 'a key', 'Others can read a command line: name its file.');
    return keyOf(textIn(option, option), option);
  }
  if (text !== undefined) return keyOf(text, `$${keyVariables.text}`);
  const file = variable(keyVariables.file);
  if (file !== undefined) return keyOf(textIn(file, `$${keyVariables.file}`), `$${keyVariables.file}`);
  throw problem('--key', `no option, no $${keyVariables.text} and no $${keyVariables.file}`);
}
