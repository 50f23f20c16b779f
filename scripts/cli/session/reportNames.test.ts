import { expect, test } from '@playwright/test';
import { reportNames, reportsNamed, usualReports } from './reportNames.ts';

test('names may be separated by commas or spaces, and are taken once', () => {
  expect(reportsNamed('ctrf,junit ctrf')).toEqual(['ctrf', 'junit']);
  expect(reportsNamed(reportNames.join(', '))).toEqual([...reportNames]);
});

test('every unknown name is refused at once, with the names that exist', () => {
  const all = reportNames.join(', ');
  expect(() => reportsNamed('junit,pdf,xls')).toThrow(`expected names from ${all}, got pdf, xls.`);
  expect(() => reportsNamed(' , ')).toThrow(`expected names from ${all}, got no name.`);
});

test('all reports but CTRF are usual', () => {
  expect(usualReports).toEqual(reportNames.filter((name) => name !== 'ctrf'));
});
