import { ConfigurationError } from '../../traffic/system/configurationError.ts';

/** One piece of a command: white space, a quoted part, an escaped character, or other characters. */
const piece = /(\s+)|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)/gy;

const problem = (seen: string) =>
  new ConfigurationError('--testee', [
    {
      where: '--testee',
      wanted: 'the command that starts a testee',
      seen,
      hint: 'Write it as for a shell: --testee "python testee.py". Quotes keep words together; nothing is expanded.',
    },
  ]);

/**
 * Splits a command into words as a shell does, with quotes and backslashes, and expands nothing: no variables, no patterns, no further commands. Throws
 * ConfigurationError for an empty command and for a quote without its end.
 */
export function wordsOfCommand(command: string): [string, ...string[]] {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  for (const [all, space, single, double, escaped, plain] of command.matchAll(piece)) {
    at += all.length;
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + (single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain ?? '');
  }
  if (at < command.length) throw problem('a quote or a backslash without its end');
  if (word !== undefined) words.push(word);
  const [file, ...args] = words;
  if (!file) throw problem('nothing');
  return [file, ...args];
}
