#!/usr/bin/env node
import { built } from './build.js';

try {
  await import(await built('scripts/assay.ts'));
} catch (error) {
  // An entry point that cannot be loaded is our own fault; Node would exit with 1, the code for a target that breaks the interface.
  process.stderr.write(`a fault of Assay itself: ${error?.stack ?? error}\n`);
  process.exitCode = 5;
}
