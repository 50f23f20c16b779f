#!/usr/bin/env node
import { built } from './build.js';

try {
  await import(await built('scripts/assay.ts'));
} catch (error) {
  // What could not even be read is a fault of our own; Node would give 1, the word for a target that breaks the interface.
  process.stderr.write(`a fault of our own: ${error?.stack ?? error}\n`);
  process.exitCode = 5;
}
