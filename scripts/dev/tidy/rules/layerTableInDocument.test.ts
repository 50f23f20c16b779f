import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { withLayers } from '../layers/layerDocument.ts';
import { layerTableInDocument } from './layerTableInDocument.ts';

const marked = 'Before.\n\n<!-- npm run layers -->\nOld.\n<!-- end of layers -->\n\nAfter.\n';
const written = withLayers(marked) ?? '';

test('the table is written between its marks, a row for each room, and again alike', () => {
  expect(written).toMatch(/^Before\.\n\n<!-- npm run layers -->\n\n\| room .*\n<!-- end of layers -->\n\nAfter\.\n$/s);
  expect(written).not.toContain('Old');
  expect(written).toContain('\n| `schemas/` | itself |  | network |\n');
  expect(written).toContain('\n| `runner/` | `schemas/` … `runner/` |  |  |\n');
  expect(withLayers(written)).toBe(written);
});

test('convicts a document with another table or without marks, and no other document', () => {
  const seen = ['ARCHITECTURE.md:1 another, or no marks'];
  expect(violationsIn(layerTableInDocument, { 'ARCHITECTURE.md': marked })).toEqual(seen);
  expect(violationsIn(layerTableInDocument, { 'ARCHITECTURE.md': 'No table.' })).toEqual(seen);
  expect(violationsIn(layerTableInDocument, { 'ARCHITECTURE.md': written, 'README.md': marked })).toEqual([]);
});
