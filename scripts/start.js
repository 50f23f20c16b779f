import { built } from './build.js';

// Runs an entry point by its source path: `node scripts/start.js scripts/dev/tidy.ts`.
const [, , entry = ''] = process.argv;
process.argv.splice(1, 2, entry);
await import(await built(entry));
