import { type AddCommands, collect, knownOption, sending, single } from './sharedOptions.ts';

// These modules hold most of the code, and are loaded only by commands that need them.
const fuzzing = () => import('./fuzz.ts');
const replaying = () => import('./replay.ts');

/** Adds the commands that attack a target, and send again what was found. */
export const attacking: AddCommands = (assay, exit) => {
  sending(
    assay
      .command('fuzz')
      .description('attack a target through its contract; a finding names the requirement that it breaks'),
  )
    .option('--seed <number>', 'repeat or continue an earlier campaign; required if CI is set', single)
    .option('--posts <n>', 'the most POSTs to send; 300 by default, 0 to read only', single)
    .option('--gets <n>', 'the most GETs to send, at least 40 without --contract; 30 for each POST by default', single)
    .option('--minutes <n>', 'the most minutes to take', single)
    .option('--until-stopped', 'run until interrupted; allows no other limit than --posts 0')
    .option('--shrink-posts <n>', 'the most POSTs for shrinking one finding; 12 by default', single)
    .option(
      '--money <amounts>',
      'the most that its orders may move in total, even if it is continued, such as "100 USDT, 0.01 BTCUSDT"; little by default',
      single,
    )
    .option('--anew', 'start from the beginning, even if a campaign with this seed is unfinished')
    .option('--strict', 'let warnings count as failures (exit 1)')
    .option(...knownOption)
    .option('--json', 'print the result as one JSON document on standard output')
    .option(
      '--contract <file or address>',
      'attack any API by only its OpenAPI document, at the base address of --target',
      single,
    )
    .option(
      '--auth <scheme=env:VAR>',
      'with --contract: the credential of a security scheme, by reference; may be repeated',
      collect,
    )
    .option('--allow-writes <host>', 'with --contract: another name of --allow-money', single)
    .option(
      '--findings <file>',
      'with --contract: the file of findings; <host>.findings.ndjson in this folder by default',
      single,
    )
    .action(async (options) => exit(await (await fuzzing()).fuzz(options)));
  sending(
    assay
      .command('replay')
      .argument('<fingerprint>', 'the fingerprint of a finding, or its first digits')
      .description('send a finding again with fresh ids; exit 1 if it shows'),
  )
    .option(
      '--times <n>',
      'how often to send it; by default as often as needed to decide its state, at least 3 times',
      single,
    )
    .option('--findings <file>', 'the file of findings, if it is not beside the target file', single)
    .option('--contract <file or address>', 'for a finding on any API: its contract, if that has moved', single)
    .option('--auth <scheme=env:VAR>', 'for a finding on any API: credentials to use instead of its own', collect)
    .option('--allow-writes <host>', 'for a finding on any API: another name of --allow-money', single)
    .action(async (fingerprint, options) => exit(await (await replaying()).replay(fingerprint, options)));
};
