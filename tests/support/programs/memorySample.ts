import { Api } from '../../../runner/worker/api.ts';
import { openWorker } from '../../../runner/worker/worker.ts';
import { decideRun } from '../../../traffic/journal/run.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';

/** How much of a payment list a separate worker process stored, and by how much its peak memory grew. */
export interface MemorySample {
  grownBytes: number;
  keptBytes: number;
  cut: boolean;
}

const run = decideRun();
const worker = await openWorker({ run, target: readTarget(run.target ?? ''), name: 'sip' });
const api = new Api(worker, 'sip');
await api.send(read.methods());
const before = process.resourceUsage().maxRSS;
const { text, cut } = await api.send(read.payments());
const after = process.resourceUsage().maxRSS;
await worker.close();
const sip: MemorySample = { grownBytes: (after - before) * 1024, keptBytes: Buffer.byteLength(text), cut };
process.stdout.write(JSON.stringify(sip));
