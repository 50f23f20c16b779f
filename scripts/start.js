import { built } from './build.js';

// Runs an entry point by its source path: `node scripts/start.js scripts/dev/tidy.ts`.
const [, , entry = ''] = process.argv;
process.argv.splice(1, 2, entry);
const module = await built(entry);
try {
  await import(module);
} catch (problem) {
  if (!String(problem?.code).startsWith('ERR_PARSE_ARGS')) throw problem;
  process.stderr.write(`${entry}: ${problem.message}\nThe comment at the head of this file names its options.\n`);
  process.exitCode = 2;
}
