import { onProcessEnd } from '../../harness/quota/ending.ts';
import { type AccountLockParts, lockAccount } from '../../harness/quota/hold.ts';

/** Holds an account until it ends: at once, or when it is told to. */
const [, , holding = '', then] = process.argv;
const hold = lockAccount(JSON.parse(holding) as AccountLockParts);
onProcessEnd(() => hold.release({ post: [], get: [] }));
process.stdout.write('held\n');
if (then === 'stays') process.stdin.resume();
