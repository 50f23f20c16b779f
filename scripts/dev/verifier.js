import { resolve } from 'node:path';
import { buildVerifier } from '../build.js';

// Writes the verifier of certificates as one file: `npm run verifier -- <file>`.
const file = resolve(process.argv[2] ?? 'verify.mjs');
await buildVerifier(file);
process.stdout.write(`${file}\n`);
