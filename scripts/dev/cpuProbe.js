import { appendFileSync } from 'node:fs';

// Loaded into every process of a measured test run (NODE_OPTIONS): each process records its processor time when it ends.
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const line = { pid: process.pid, ppid: process.ppid, cpuMs: (user + system) / 1000, words: process.argv.slice(1) };
  appendFileSync(process.env.ASSAY_PROBE, `${JSON.stringify(line)}\n`);
});
