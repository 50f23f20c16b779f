import { writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, runFilesOf } from '../../traffic/journal/run.ts';
import { writeHalt } from './runStart.ts';

/**
 * Ends a worker whose run is gone: nobody takes what it does any more. The first of them writes down why the run goes no further, and says how what
 * is there can be judged: nobody else is left to.
 */
export function endOrphanedWorker({ out, offline, ...run }: Run): never {
  try {
    if (offline) process.exit();
    // One of them alone makes the file.
    writeFileSync(join(runFilesOf(out).journal, 'halt.ndjson'), '', { flag: 'wx', mode: 0o600 });
    writeHalt({ ...run, out, offline }, { cause: 'interrupted', message: 'its process was killed' });
    writeSync(process.stderr.fd, `the run was killed; npx assay judge ${out} judges what is there\n`);
  } finally {
    process.exit();
  }
}
