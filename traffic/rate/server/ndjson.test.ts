import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { linesOf } from './ndjson.ts';

function read(chunks: readonly Buffer[], limit: number): { lines: string[]; tooLong: boolean } {
  const seen = { lines: [] as string[], tooLong: false };
  const take = linesOf({
    limit: () => limit,
    line: (text) => void seen.lines.push(text),
    tooLong: () => {
      seen.tooLong = true;
    },
  });
  for (const chunk of chunks) take(chunk);
  return seen;
}

const text = fc.string({ unit: 'grapheme' }).map((each) => each.replaceAll('\n', ''));

function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const places = [0, ...at.map((each) => each % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

test('lines are the same however the stream is split', () => {
  fc.assert(
    fc.property(fc.array(text), fc.array(fc.nat()), (lines, at) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      expect(read(cut(bytes, at), 1_000_000)).toEqual({
        lines,
        tooLong: false,
      });
    }),
  );
});

test('an overlong line is reported, finished or not, and nothing is read after it', () => {
  const long = Buffer.from('x'.repeat(11));
  expect(read([Buffer.from('short\n'), long], 10)).toEqual({ lines: ['short'], tooLong: true });
  expect(read([Buffer.from('short\n'), long, Buffer.from('\nmore\n')], 10)).toEqual({
    lines: ['short'],
    tooLong: true,
  });
  expect(read([Buffer.from(`${'x'.repeat(11)}\nmore\n`)], 10)).toEqual({ lines: [], tooLong: true });
  expect(read([Buffer.from(`${'x'.repeat(10)}\n`)], 10).tooLong).toBe(false);
});
