import { writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { killedHalt } from '../../traffic/journal/haltFault.ts';
import { type Run, runFilesOf } from '../../traffic/journal/run.ts';
import { writeHalt } from './runStart.ts';

/**
 * Ends a worker whose run no longer exists. The first worker to end logs why the run was halted and prints how to judge the stored part, because no other
 * process of the run can.
 */
export function endOrphanedWorker({ out, offline, ...run }: Run): never {
  try {
    if (offline) process.exit();
    // Only the first worker succeeds in creating the file.
    writeFileSync(join(runFilesOf(out).journal, 'halt.ndjson'), '', { flag: 'wx', mode: 0o600 });
    writeHalt({ ...run, out, offline }, killedHalt);
    writeSync(process.stderr.fd, `the run was killed; npx assay judge ${out} judges what was stored\n`);
  } finally {
    process.exit();
  }
}
