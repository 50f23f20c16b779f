import { atEnd } from '../../harness/quota/ending.ts';
import { type HoldParts, holdAccount } from '../../harness/quota/hold.ts';

/** Holds an account until it ends: at once, or when it is told to. */
const [, , holding = '', then] = process.argv;
const hold = holdAccount(JSON.parse(holding) as HoldParts);
atEnd(() => hold.release({ post: [], get: [] }));
process.stdout.write('held\n');
if (then === 'stays') process.stdin.resume();
