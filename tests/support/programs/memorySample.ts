import { Api } from '../../../runner/worker/api.ts';
import { openWorker } from '../../../runner/worker/worker.ts';
import { decideRun } from '../../../traffic/journal/run.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';

/** What a worker in a process of its own kept of a list of payments, and by how much its memory grew at most. */
export interface MemorySample {
  grownBytes: number;
  keptBytes: number;
  cut: boolean;
}

const run = decideRun();
const stage = await openWorker({ run, target: readTarget(run.target ?? ''), name: 'sip' });
const api = new Api(stage, 'sip');
await api.send(read.methods());
const before = process.resourceUsage().maxRSS;
const { text, cut } = await api.send(read.payments());
const after = process.resourceUsage().maxRSS;
await stage.close();
const sip: MemorySample = { grownBytes: (after - before) * 1024, keptBytes: Buffer.byteLength(text), cut };
process.stdout.write(JSON.stringify(sip));
