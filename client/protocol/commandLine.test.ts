import { expect, test } from '@playwright/test';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { wordsOfCommand } from './commandLine.ts';

test('a command is split as by a shell, and nothing is expanded', () => {
  expect(wordsOfCommand('  python  testee.py ')).toEqual(['python', 'testee.py']);
  expect(wordsOfCommand(`"my python" 'a b'\\ c "say \\"x\\"" $HOME *;ls`)).toEqual([
    'my python',
    'a b c',
    'say "x"',
    '$HOME',
    '*;ls',
  ]);
  expect(wordsOfCommand(`run --x='' ""`)).toEqual(['run', '--x=', '']);
});

test('a command without words, or a quote without its end, is refused', () => {
  for (const text of ['', '   ', '"python', "a 'b", 'a\\'])
    expect(() => wordsOfCommand(text)).toThrow(ConfigurationError);
});
