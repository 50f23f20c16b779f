import { randomUUID } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { type Quota, readQuota } from './domain/quota.ts';
import { faultList, rulesNamed } from './faults/catalogue.ts';
import { newSetup } from './instance/setup.ts';
import { addressOf, buildServer } from './server/server.ts';
import { writeTargetFile } from './server/targetFile.ts';

interface Options {
  readonly port: number;
  readonly host: string;
  readonly control: boolean;
  readonly fleet: boolean;
  readonly attached: boolean;
  readonly list: boolean | string;
  readonly profileOut?: string;
  readonly seed?: string;
  readonly mutant?: string;
  readonly quota?: Quota;
}

const command = new Command('emulator')
  .description('Conforming implementation of the payments, exchange and crypto acquiring interface')
  .option('--port <number>', 'port to listen on, 0 for any', portNumber, 0)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--control', 'enable the test control API', false)
  .option('--fleet', 'also serve every mutant and variant, each under /~<name>/', false)
  .option('--profile-out <file>', 'write a target file for runs against this emulator')
  .option('--attached', 'exit when standard input closes', false)
  .option('--seed <text>', 'make identifiers and addresses repeatable')
  .option('--mutant <name>', 'follow the rules of this mutant or variant', knownName)
  .option(
    '--quota <spec>',
    'limit the rate: sandbox, or post=10,get=300,window=60[,kind=fixed or bucket] (seconds)',
    quotaSpec,
  )
  .option('--list [corners]', 'print every mutant and variant, and these corner mutants, as JSON and exit', false);

command.showHelpAfterError('Run assay emulator --help for its options.');
command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

await run(command.parse().opts<Options>()).catch((error: NodeJS.ErrnoException) => {
  // A port in use or a missing folder is for the operator to fix, so no stack trace is shown.
  if (error.code === undefined) throw error;
  process.stderr.write(`the emulator cannot start: ${error.message}\n`);
  process.exit(2);
});

async function run(options: Options): Promise<void> {
  if (options.list) {
    const corners = options.list === true ? [] : options.list.split(',');
    process.stdout.write(`${JSON.stringify(faultList(corners), null, 2)}\n`);
    return;
  }
  const { control, fleet, mutant, profileOut, quota } = options;
  const setup = newSetup(options.seed ?? randomUUID(), process.env);
  const app = buildServer({
    setup,
    control,
    instances: fleet,
    quota,
    rules: mutant === undefined ? undefined : rulesNamed(mutant),
  });
  const close = (): void => void app.close().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, close);
  // The parent process has ended, so there are no more requests and nothing left to send.
  const end = (): never => process.exit(0);
  process.once('disconnect', end);
  if (options.attached) process.stdin.resume().once('end', end).once('close', end);
  await app.listen({ port: options.port, host: options.host });
  const url = addressOf(app);
  if (profileOut) writeTargetFile(profileOut, { setup, url, control, quota });
  process.stdout.write(`${JSON.stringify({ url, profile: profileOut ?? null })}\n`);
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('expected a number from 0 to 65535');
  return port;
}

function knownName(name: string): string {
  if (rulesNamed(name) === undefined)
    throw new InvalidArgumentError('unknown mutant or variant; --list shows all names');
  return name;
}

function quotaSpec(text: string): Quota {
  try {
    return readQuota(text);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}
