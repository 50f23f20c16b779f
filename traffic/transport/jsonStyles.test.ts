import { expect, test } from '@playwright/test';
import { assert, jsonValue, property } from 'fast-check';
import { asInFile, asPython } from './jsonStyles.ts';

test('a text in another style has the same value', () => {
  assert(
    property(jsonValue(), (value) => {
      const text = JSON.stringify(value);
      for (const write of [asPython, asInFile]) expect(JSON.stringify(JSON.parse(write(text)))).toBe(text);
    }),
  );
});

test('each style is as its client writes it, with every digit of a number', () => {
  const text = '{"a":[1.10,2],"b":{"c":"é, \\"x\\": {}"}}';
  expect(asPython(text)).toBe('{"a": [1.10, 2], "b": {"c": "\\u00e9, \\"x\\": {}"}}');
  expect(asInFile('{"a":1.10,"b":"x"}')).toBe('{\n  "a": 1.10,\n  "b": "x"\n}\n');
});
