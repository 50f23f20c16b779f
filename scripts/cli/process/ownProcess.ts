import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs this program again in a process of its own, with further words and a first message if it needs one, and returns the one message that it sends. Throws if it
 * ends without that.
 */
export async function ownProcess<Result>(file: string, words: readonly string[], first?: object): Promise<Result> {
  const child = fork(file, [...process.argv.slice(2), ...words], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`a part (${words.join(' ')}) ended with ${code} and reported nothing`);
  });
  if (first !== undefined) child.send(first);
  const [reported] = (await Promise.race([once(child, 'message'), failed])) as [Result];
  return reported;
}
