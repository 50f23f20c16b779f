import { expect, test } from '@playwright/test';
import { fleetList, rulesNamed } from './fleet.ts';
import { mechanicals } from './mechanical.ts';
import { mutants } from './mutants.ts';
import { type Rules, ruleKinds, soundRules } from './rules.ts';
import { tour } from './tour.ts';
import { openTrial, type Seen } from './trial.ts';
import { variants } from './variants.ts';

/** The clauses that need a mutant: every must and should that this emulator goes deep for, and four observes. */
const NEEDED = `GEN-01a GEN-01b GEN-02a GEN-02b GEN-03 GEN-04a GEN-04b GEN-05 GEN-06 PAY-01 PAY-02 PAY-03 PAY-04 PAY-05
  PAY-06 PAY-07 PAY-08 PAY-09 PAY-10a PAY-10b PAY-10c PAY-11 PAY-12 PAY-17 LIF-01 LIF-02 MTD-01 MTD-04 MTD-05 SBX-03
  SBX-04 SBX-05 AUT-01 AUT-02 AUT-03 AUT-04 AUT-05 AUT-07 ERR-02a ERR-02b ERR-03`.split(/\s+/);

/** The sound rules, each of which notes that it was asked. */
function watched(asked: Set<string>): Rules {
  const noting = Object.entries(soundRules).map(([name, rule]) => [
    name,
    (...given: never[]) => {
      asked.add(name);
      return (rule as (...given: never[]) => unknown)(...given);
    },
  ]);
  return Object.fromEntries(noting);
}

test('names are unique, and every clause that needs a mutant has one', () => {
  const names = fleetList().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const broken = new Set(mutants.map(({ breaks }) => breaks));
  expect(NEEDED.filter((clause) => !broken.has(clause))).toEqual([]);
  expect(mutants.length).toBeGreaterThanOrEqual(45);
  expect(variants.length).toBeGreaterThanOrEqual(14);
});

test('every override replaces a rule of the sound service by another function', () => {
  for (const { name, rules } of [...mutants, ...variants, ...mechanicals]) {
    expect(Object.keys(rules).length, name).toBeGreaterThan(0);
    for (const [rule, changed] of Object.entries(rules)) {
      expect(Object.hasOwn(soundRules, rule), `${name}: ${rule}`).toBe(true);
      expect(changed, `${name}: ${rule}`).not.toBe(soundRules[rule as keyof Rules]);
    }
  }
  expect(Object.keys(ruleKinds).sort()).toEqual(Object.keys(soundRules).sort());
});

test('the sound service asks every rule that a mutant replaces', async () => {
  const asked = new Set<string>();
  const answers = await tour(openTrial({ control: true, rules: watched(asked) }));
  expect(answers.length).toBeGreaterThan(20);
  const replaced = new Set(mutants.flatMap((mutant) => Object.keys(mutant.rules)));
  expect([...replaced].filter((rule) => !asked.has(rule))).toEqual([]);
});

const outcome = ({ status }: Seen): string => (status < 300 ? 'accepted' : status < 500 ? 'refused' : 'crashed');

for (const { name } of variants) {
  test(`the variant ${name} accepts and refuses what the sound service does`, async () => {
    const trial = openTrial({ control: true, fleet: true });
    const sound = await tour(trial);
    const varied = await tour(trial, `/~${name}`);
    expect(varied.map(outcome)).toEqual(sound.map(outcome));
    expect(varied.map(({ text }) => text)).not.toEqual(sound.map(({ text }) => text));
  });
}

for (const [kind, list] of Object.entries({ mutants, mechanicals })) {
  test(`no one of the ${kind} crashes by accident`, async () => {
    for (const { name } of list) {
      expect(rulesNamed(name), name).toBeDefined();
      const answers = await tour(openTrial({ control: true, rules: rulesNamed(name) }));
      expect(
        answers.filter(({ text }) => text.includes('"internal"')).map(({ text }) => text),
        name,
      ).toEqual([]);
    }
  });
}
