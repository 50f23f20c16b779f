import { expect, test } from '@playwright/test';
import { conformingRules } from '../../rules/index.ts';
import { faultList, rulesNamed } from '../catalogue.ts';
import { type Corner, cornerNamed, nameOf } from './names.ts';

const CORNER: Corner = {
  mutant: 'over-limit',
  predicate: { kind: 'size', fact: 'a0', form: 'in', constants: ['-1.5', '20'] },
};
const NAME = 'corner:over-limit~size~a0~in~-1.5~20';

test('a name carries everything that makes the corner again', () => {
  expect(nameOf(CORNER)).toBe(NAME);
  expect(cornerNamed(NAME)).toEqual(CORNER);
});

test('a name that is not one of a corner is not read', () => {
  for (const name of [
    'over-limit',
    'corner:over-limit',
    'corner:over-limit~size~a0~in~1',
    'corner:over-limit~size~a0~in~1~2~3',
    'corner:over-limit~colour~a0~is~red',
    'corner:over-limit~size~a0~near~1',
    'corner:over-limit~nth~a0~every~3',
    'corner:over-limit~chain~b.currency~is~a/b',
    'corner:over-limit~chain~b.currency~is~',
  ])
    expect(cornerNamed(name), name).toBeUndefined();
});

test('rules are found by the name of a corner, alone or joined with another fault', () => {
  const rules = rulesNamed(NAME);
  expect(rules?.withinMaximum).not.toBe(conformingRules.withinMaximum);
  expect(rules?.feeOf).toBe(conformingRules.feeOf);
  expect(rulesNamed(`${NAME}+slow`)?.answerDelayMs).not.toBe(conformingRules.answerDelayMs);
  expect(rulesNamed('corner:mech:withinMaximum:always-true~account~account~is~second')).toBeDefined();
});

test('there is no corner of a variant, of an unknown mutant or of another corner', () => {
  for (const mutant of ['slow', 'nobody', NAME])
    expect(rulesNamed(`corner:${mutant}~account~account~is~second`), mutant).toBeUndefined();
});

test('a corner is listed with the requirement of its mutant, and only when it is asked for', () => {
  const mutant = faultList().find(({ name }) => name === 'over-limit');
  const listed = faultList([NAME, 'corner:nobody~account~account~is~main']).filter(({ kind }) => kind === 'corner');
  expect(listed).toEqual([expect.objectContaining({ name: NAME, breaks: mutant?.['breaks'], kind: 'corner' })]);
  expect(faultList().some(({ kind }) => kind === 'corner')).toBe(false);
});
