import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { readBaselineValues, writeBaselineValues } from './baselineValues.ts';

function newFile(name = 'told.pins.json'): string {
  const path = test.info().outputPath(name);
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

test('without a file nothing was learned, and learning nothing writes no file', () => {
  const file = newFile();
  expect(readBaselineValues(file)).toEqual({});
  writeBaselineValues(file, {});
  expect(readdirSync(dirname(file))).toEqual([]);
});

test('learned values are added, changed values are replaced, and the others stay', () => {
  const file = newFile();
  writeBaselineValues(file, { 'PAY-02': { order: 'newest first' }, 'GEN-03': { PUT: '405', DELETE: '405' } });
  writeBaselineValues(file, { 'GEN-03': { DELETE: '404', PATCH: '405' } });
  const wanted = { 'GEN-03': { DELETE: '404', PATCH: '405', PUT: '405' }, 'PAY-02': { order: 'newest first' } };
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(wanted, null, 2)}\n`);
  expect(readdirSync(dirname(file))).toEqual(['told.pins.json']);
});

test('a file that already contains every value is not written', () => {
  const file = newFile();
  writeBaselineValues(file, { 'PAY-02': { order: 'newest first' } });
  const before = statSync(file, { bigint: true });
  writeBaselineValues(file, { 'PAY-02': { order: 'newest first' } });
  const after = statSync(file, { bigint: true });
  expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
});

test('a symbolic link stays a symbolic link', () => {
  const file = newFile();
  const linked = join(dirname(file), 'linked.json');
  writeBaselineValues(file, { 'A-01': { a: '1' } });
  symlinkSync(file, linked);
  writeBaselineValues(linked, { 'A-01': { a: '2' } });
  expect(readBaselineValues(file)).toEqual({ 'A-01': { a: '2' } });
});

test('a malformed file is misuse, lists all of its problems, and is not overwritten', () => {
  const file = newFile();
  for (const [text, places] of [
    ['no JSON', ['/']],
    ['[]', ['/']],
    ['{"A-01": 1, "A-02": {"a": 2, "b": "fine", "c": null}}', ['/A-01', '/A-02/a', '/A-02/c']],
  ] as const) {
    writeFileSync(file, text);
    for (const use of [() => readBaselineValues(file), () => writeBaselineValues(file, { 'A-01': { a: '1' } })]) {
      let seen: unknown;
      try {
        use();
      } catch (error) {
        seen = error;
      }
      expect(seen).toBeInstanceOf(ConfigurationError);
      expect((seen as ConfigurationError).problems.map(({ where }) => where)).toEqual(places);
    }
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});

test('a path at which no file can exist is misuse', () => {
  expect(() => writeBaselineValues('/dev/null/pins.json', { 'A-01': { a: '1' } })).toThrow(ConfigurationError);
});

test('written values can be read again, and the text does not depend on the order of learning', () => {
  const pins = fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.string()));
  let count = 0;
  fc.assert(
    fc.property(pins, pins, (first, second) => {
      count += 1;
      const [one, other] = [newFile(`one-${count}.json`), newFile(`other-${count}.json`)];
      writeBaselineValues(one, first);
      writeBaselineValues(one, second);
      const read = readBaselineValues(one);
      for (const [id, learned] of Object.entries(second))
        for (const [key, value] of Object.entries(learned)) expect(read[id]?.[key]).toBe(value);
      for (const id of Object.keys(first)) expect(Object.keys(read)).toContain(id);
      const turned = Object.fromEntries(Object.entries(read).reverse());
      writeBaselineValues(other, turned);
      if (Object.keys(read).length > 0) expect(readFileSync(other, 'utf8')).toBe(readFileSync(one, 'utf8'));
    }),
    { numRuns: 50 },
  );
});
