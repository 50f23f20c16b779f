import { join } from 'node:path';
import { rulesNamed } from '../emulator/faults/catalogue.ts';
import { newSetup } from '../emulator/instance/setup.ts';
import { conformingRules } from '../emulator/rules/index.ts';
import { addressOf, buildServer } from '../emulator/server/server.ts';
import { writeTargetFile } from '../emulator/server/targetFile.ts';
import { type CommandOptions, runNode } from '../scripts/cli/process/childProcess.ts';

/** An emulator that lives on while its rules change, as a server with a faulty release does, and runs of the suite against it. */
export interface ChangingServer {
  /** The target file, in the folder of the runs. */
  target: string;
  /** Lets the server follow these mutants, joined by +, or the conforming rules. What a mutant changes only when the emulator starts does not show. */
  follow(mutants: string | undefined): void;
  /** Runs the suite into a folder of its own; returns the exit code. */
  run(name: string, words: readonly string[], how?: CommandOptions): Promise<number>;
  close(): Promise<void>;
}

/** Starts the emulator with its test control API on a free port and writes its target file into a folder. */
export async function startChangingServer(folder: string): Promise<ChangingServer> {
  const target = join(folder, 'target.json');
  const setup = newSetup('nights', {});
  // The server looks up each rule when it needs it, so the rules can change while it runs.
  const rules = { ...conformingRules };
  const server = buildServer({ setup, control: true, rules });
  await server.listen({ port: 0, host: '127.0.0.1' });
  writeTargetFile(target, { setup, url: addressOf(server), control: true, quota: undefined });
  return {
    target,
    follow: (mutants) => void Object.assign(rules, mutants === undefined ? conformingRules : rulesNamed(mutants)),
    run: (name, words, how = { output: join(folder, `${name}.txt`) }) =>
      runNode(['scripts/assay.js', 'run', '--target', target, '--out', join(folder, name), ...words], how),
    close: () => server.close(),
  };
}
