import { built } from './build.js';

// Starts an entry point by its source: `node scripts/start.js scripts/dev/tidy.ts`.
const [, , entry = ''] = process.argv;
process.argv.splice(1, 2, entry);
await import(await built(entry));
