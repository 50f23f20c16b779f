import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { sample } from 'fast-check';
import type { Plain } from '../../schemas/json/plain.ts';
import { type Contract, loadContract } from '../../schemas/load/contract.ts';
import { bounds } from '../../tests/corpus/bounds.ts';
import { combining } from '../../tests/corpus/combining.ts';
import { type EdgeCase, type OpenApiVersion, tagOf } from '../../tests/corpus/edgeCase.ts';
import { openapi30 } from '../../tests/corpus/openapi30.ts';
import { openapi31 } from '../../tests/corpus/openapi31.ts';
import { recursion } from '../../tests/corpus/recursion.ts';
import { references } from '../../tests/corpus/references.ts';
import type { Sample } from './changes/sample.ts';
import { confirmSamples, faultsOf } from './confirmSamples.ts';
import { drawable } from './validValues.ts';
import { variationsOf } from './variations.ts';

const seed = 20_251_122;

const lists = { bounds, combining, leading: references, newer: openapi31, older: openapi30, recursion };

/** Checks at most this many variations of a base: some schemas have thousands. */
const most = 100;

async function loaded({ schema, others = {} }: EdgeCase, version: OpenApiVersion): Promise<Contract> {
  const odd = typeof schema === 'string' ? schema : JSON.stringify(schema);
  const rest = Object.entries(others).map(([name, one]) => `, ${JSON.stringify(name)}: ${JSON.stringify(one)}`);
  const info = '"info": {"title": "Odd", "version": "1"}, "paths": {}';
  const path = test.info().outputPath('odd.json');
  const text = `{"openapi": "${version}.0", ${info}, "components": {"schemas": {"Odd": ${odd}${rest.join('')}}}}`;
  writeFileSync(path, text);
  return loadContract(path);
}

function* firstOf(samples: Iterable<Sample>): Generator<Sample> {
  let left = most;
  for (const one of samples) {
    if (left === 0) return;
    left -= 1;
    yield one;
  }
}

/** Returns what is wrong with the values and the variations of one edge-case schema, in sentences. */
async function wrongs(odd: EdgeCase, version: OpenApiVersion): Promise<string[]> {
  const contract = await loaded(odd, version);
  const { document } = contract;
  const schema: unknown = document.components?.schemas?.Odd;
  const isValid = (value: Plain) => contract.faultsBy(schema, JSON.parse(JSON.stringify(value))).length === 0;
  const outcome = drawable(document, schema);
  if ('undrawable' in outcome)
    return (odd.allows ?? []).length > 0 ? [`${odd.name} (${version}): ${JSON.stringify(outcome.undrawable)}`] : [];
  const values = sample(outcome.values, { seed, numRuns: 20 });
  const first = firstOf(variationsOf({ document, schema, base: values[0] ?? null, seed }));
  const belied = confirmSamples(faultsOf(document, schema), first).confirmed.filter(
    ({ value, label }) => isValid(value) !== (label === 'valid'),
  );
  const sentenceOf = (what: unknown) => `${odd.name} (${version}): ${JSON.stringify(what)}`;
  return [...values.filter((value) => !isValid(value)), ...belied].map(sentenceOf);
}

for (const [name, list] of Object.entries(lists))
  for (const version of ['3.0', '3.1'] as const)
    test(
      `odd schemas of ${name} (${version}) have values that hold and variations that are what they say`,
      tagOf(version),
      async () => {
        const usable = list.filter((odd) => odd.in.includes(version) && !odd.problems && !odd.files);
        for (const odd of usable) expect(await wrongs(odd, version)).toEqual([]);
        expect(usable.length).toBeGreaterThan(0);
      },
    );
