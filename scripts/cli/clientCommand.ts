import { Option } from 'commander';
import { type AddCommands, collect, judging, single } from './sharedOptions.ts';

// This module holds most of the code, and is loaded only by its command.
const gating = () => import('./client.ts');

/** Adds the command that judges client libraries. */
export const judgingClients: AddCommands = (assay, exit) => {
  judging(assay.command('client').description('judge a client library (SDK) of the interface, before it is released'))
    .option('--testee <command>', 'the program that speaks for the SDK, such as "python testee.py"', single)
    .addOption(
      new Option('--scheme <name>', 'the scheme that the SDK uses; by default the testee chooses').choices([
        'signed',
        'simple',
      ]),
    )
    .option('--only <ids>', 'only these requirements, such as CLI-04', collect)
    .option('--deadline <seconds>', 'how long an answer of the testee may take; 10 by default', single)
    .option('--seed <number>', 'repeat the values of an earlier run', single)
    .action(async (options) => exit(await (await gating()).client(options)));
};
