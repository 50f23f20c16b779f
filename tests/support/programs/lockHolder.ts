import { type AccountLockParts, lockAccount } from '../../../traffic/rate/lock/accountLock.ts';
import { onProcessEnd } from '../../../traffic/system/processEnd.ts';

/** Locks an account until the process ends: at once, or on request. */
const [, , holding = '', then] = process.argv;
const hold = lockAccount(JSON.parse(holding) as AccountLockParts);
onProcessEnd(() => hold.release({ post: [], get: [] }));
process.stdout.write('held\n');
if (then === 'stays') process.stdin.resume();
