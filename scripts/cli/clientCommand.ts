import { Option } from 'commander';
import { type AddCommands, collect, reporting, single } from './sharedOptions.ts';

// This module holds most of the code, and is loaded only by its command.
const gating = () => import('./client.ts');

/** The names are those of client/recorded/variables.ts, which a test compares. */
const variables = `
With --record the tests find the service and their credential in these variables:
  ASSAY_BASE_URL      the base address of the service
  ASSAY_TOKEN_ID      the token id
  ASSAY_TOKEN_SECRET  the secret
  ASSAY_PROJECT_ID    a project for crypto acquiring, if the target has one

  npx assay client --record -- npm test`;

/** Adds the command that judges client libraries. */
export const judgingClients: AddCommands = (assay, exit) => {
  reporting(assay.command('client').description('judge a client library (SDK) of the interface, before it is released'))
    .argument('[command...]', 'after --record --: the test command of the SDK, started without a shell')
    .option('--testee <command>', 'the program that speaks for the SDK, such as "python testee.py"', single)
    .option('--record', 'judge the requests that the tests of the SDK send to ASSAY_BASE_URL')
    .option('--name <name>', 'with --record: what reports call the SDK; by default the command of its tests', single)
    .option('--disturb', 'with --record: answer some requests 429 or 503, or cut the connection')
    .option('--target <file or base address>', 'with --record: the service; by default the embedded emulator', single)
    .option('--set <path=value>', 'override a field of the target file; may be repeated', collect)
    .option(
      '--allow-money <host>',
      'the host of the target if the tests may move money there; not needed for this machine',
      single,
    )
    .option('--sign-anew', 'with --target: give the tests a made-up credential, and sign their requests anew')
    .addOption(
      new Option('--scheme <name>', 'the scheme that the SDK uses; by default the testee chooses').choices([
        'signed',
        'simple',
      ]),
    )
    .option('--only <ids>', 'only these requirements, such as CLI-04', collect)
    .option('--deadline <seconds>', 'how long an answer of the testee may take; 10 by default', single)
    .option('--seed <number>', 'repeat the values of an earlier run', single)
    .addHelpText('after', variables)
    .action(async (words, options) => exit(await (await gating()).client(words, options)));
};
