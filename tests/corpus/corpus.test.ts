import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Contract, ContractError, loadContract } from '../../schemas/load/contract.ts';
import { corpus, edgeCaseContract } from './corpus.ts';
import { type EdgeCase, type OpenApiVersion, tagOf } from './edgeCase.ts';

const cases = corpus.flatMap((odd, nth) => odd.in.map((version) => ({ odd, version, nth })));

// The most milliseconds for one schema, on a machine that has other work.
const bound = 10_000;

/** Writes the contract of an edge case schema, and the files beside it, to the output folder of the test. */
function written(odd: EdgeCase, version: OpenApiVersion): string {
  for (const [name, content] of Object.entries(odd.files ?? {})) {
    put(name, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return put('odd.json', edgeCaseContract(odd, version));
}

function put(name: string, text: string): string {
  const path = test.info().outputPath(name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

async function outcome(file: string, isTolerant = false): Promise<Contract | ContractError> {
  try {
    return await loadContract(file, { isTolerant });
  } catch (error) {
    if (error instanceof ContractError) return error;
    throw error;
  }
}

const absolute = (pointer: string) =>
  pointer.startsWith('/') ? pointer : `/components/schemas/Odd${pointer && `/${pointer}`}`;

test('the corpus is large enough, and every name is unique', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(110);
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
});

for (const { odd, version, nth } of cases) {
  const { name, allows = [], forbids = [], problems = [] } = odd;
  test(`${name} (${version})`, tagOf(version, odd.in, nth), async () => {
    const startedMs = performance.now();
    const file = written(odd, version);
    const loaded = await outcome(file);
    if (problems.length > 0) {
      expect(loaded, 'loading tells a problem').toBeInstanceOf(ContractError);
      const problemTexts = loaded.problems.map(({ pointer, wanted, seen }) => `${pointer}: ${wanted}, seen ${seen}`);
      for (const [pointer, word] of problems) {
        const found = problemTexts.filter((line) => line.startsWith(`${absolute(pointer)}: `));
        expect(found.join('\n'), problemTexts.join('\n')).toContain(word);
      }
      expect(problemTexts.length, problemTexts.join('\n')).toBeLessThanOrEqual(problems.length + 1);
      const tolerant = await outcome(file, true);
      expect(tolerant.problems.map(({ pointer }) => pointer)).toEqual(loaded.problems.map(({ pointer }) => pointer));
      if ('validate' in tolerant) tolerant.validate('Odd', {});
    } else {
      if (!('validate' in loaded)) throw loaded;
      for (const value of allows)
        expect(loaded.validate('Odd', value), `${JSON.stringify(value)} is allowed`).toEqual([]);
      for (const value of forbids)
        expect(loaded.validate('Odd', value), `${JSON.stringify(value)} is forbidden`).not.toEqual([]);
    }
    expect(performance.now() - startedMs).toBeLessThan(bound);
  });
}
