import { parseArgs } from 'node:util';
import { runVerify } from '../certificate/verify/verifyCommand.ts';
import { escapeLines } from '../reports/text/escape.ts';
import { collectSpec } from '../runner/requirement/inProcessRunner.ts';
import { readCatalogue } from '../traffic/requirements/catalogue.ts';
import { ConfigurationError } from '../traffic/system/configurationError.ts';
import { decide } from '../traffic/system/environment.ts';

/** The exit codes for wrong usage and for our own fault, as everywhere in Assay. */
const [misuse, ourFault] = [2, 5];

const usage =
  'usage: node verify.mjs <folder of a bundle> [--key <public key>] [--operator-key <public key>] [--countersigner <public key>] [--challenge <nonce>] [--json]\n';

/** Imports every spec. The build includes all files of this pattern. */
async function collect(): Promise<void> {
  const names = new Set(readCatalogue().map(({ file }) => file.replace(/^specs\/|\.spec\.ts$/g, '')));
  for (const name of names) await collectSpec(`specs/${name}.spec.ts`, () => import(`../specs/${name}.spec.ts`));
}

/** Reads the words of the command; undefined if they are not understood. */
function wordsIn(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        'operator-key': { type: 'string' },
        countersigner: { type: 'string' },
        challenge: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
    const [folder, ...others] = positionals;
    const { 'operator-key': operatorKey, ...options } = values;
    return folder === undefined || others.length > 0 ? undefined : { folder, options: { ...options, operatorKey } };
  } catch {
    return undefined;
  }
}

/** Verifies the bundle that the command line names; returns the exit code. */
async function main(): Promise<number> {
  const words = wordsIn(process.argv.slice(2));
  if (!words) {
    process.stderr.write(usage);
    return misuse;
  }
  decide('ASSAY_COLLECTS', '1');
  try {
    const write = (text: string) => void process.stdout.write(text);
    const say = (text: string) => void process.stderr.write(`${text}\n`);
    return await runVerify(words.folder, words.options, { now: new Date(), collect, write, say });
  } catch (error) {
    const isMisuse = error instanceof ConfigurationError;
    const { message, stack = message } = error as Error;
    process.stderr.write(`${escapeLines(isMisuse ? message : `a fault of Assay itself: ${stack}`)}\n`);
    return isMisuse ? misuse : ourFault;
  }
}

process.exitCode = await main();
