import { keygen } from './certificate/keygen.ts';
import { type AddCommands, collect, knownOption, single } from './sharedOptions.ts';

// These modules hold most of the code, and are loaded only by commands that need them.
const certifying = () => import('./certify.ts');
const verifying = () => import('./certificate/verify.ts');
const countersigning = () => import('./countersign.ts');

const allowMoney = [
  '--allow-money <host>',
  'the host of the target if money may be moved there; not needed for this machine',
  single,
] as const;

/** Adds the commands that make and verify certificates. */
export const certificates: AddCommands = (assay, exit) => {
  assay
    .command('keygen')
    .description('make a key for certificates; writes <name>.pem, which is secret, and <name>.pub.pem')
    .option('--out <name>', 'the name of the two files; assay-key by default', single)
    .action((options) => exit(keygen(options)));
  assay
    .command('certify')
    .description('run the full suite and a campaign against a target, and sign what came of them as one bundle')
    .option('--target <file or base address>', 'the server to certify', single)
    .option('--set <path=value>', 'override a field of the target file; may be repeated', collect)
    .option(
      '--key <file>',
      'the private key; otherwise $ASSAY_CERTIFICATE_KEY (its text) or $ASSAY_CERTIFICATE_KEY_FILE',
      single,
    )
    .option('--out <folder>', 'a new folder for run, campaign and bundle; certificate by default', single)
    .option('--challenge <nonce>', 'bind the run to a nonce that an operator gave', single)
    .option(
      '--operator',
      'you run it as the operator, not as the vendor: it claims operator-run, and verify shows that only for your key',
    )
    .option(
      '--profile <name>',
      'full (the default); with nightly or smoke the certificate says that it is not full',
      single,
    )
    .option('--posts <n>', 'the most POSTs of the campaign; 300 by default, 0 for none', single)
    .option('--money <amounts>', 'the most that the orders of the campaign may move, such as "100 USDT"', single)
    .option('--days <n>', 'for how many days it is valid; 90 by default', single)
    .option(...allowMoney)
    .option(...knownOption)
    .option('--plan', 'print requests, minutes and money, and send nothing')
    .action(async (options) => exit(await (await certifying()).certify(options)));
  assay
    .command('verify')
    .argument('<bundle>', 'the folder of a bundle')
    .description('verify a certificate without traffic, and print what it proves and what not; exit 1 if it is refused')
    .option('--key <file>', 'the public key that must have signed it', single)
    .option('--operator-key <file>', 'the public key of the operator who must have made it himself', single)
    .option('--countersigner <file>', 'the public key of somebody who must have asked a sample again', single)
    .option('--challenge <nonce>', 'the nonce that its run must be bound to', single)
    .option('--json', 'print the result as one JSON document')
    .action(async (folder, options) => exit(await (await verifying()).verify(folder, options)));
  countersigned(assay, exit);
};

const countersigned: AddCommands = (assay, exit) => {
  assay
    .command('countersign')
    .argument('<bundle>', 'the folder of a bundle')
    .description('ask a drawn part of a certificate again, of the public address, and sign agreement or contradiction')
    .option('--target <file>', 'your own target file for the address, with credentials of your own', single)
    .option('--set <path=value>', 'override a field of the target file; may be repeated', collect)
    .option('--key <file>', 'your private key; otherwise $ASSAY_CERTIFICATE_KEY or $ASSAY_CERTIFICATE_KEY_FILE', single)
    .option('--vendor-key <file>', 'the public key that must have signed the bundle', single)
    .option('--posts <n>', 'the most POSTs; 40 by default', single)
    .option('--pace <ms>', 'the mean of the drawn waits before requests; 400 by default, 0 for none', single)
    .option('--out <folder>', 'the folder for the run; reports/out/<run> by default', single)
    .option(...allowMoney)
    .action(async (folder, options) => exit(await (await countersigning()).countersign(folder, options)));
};
