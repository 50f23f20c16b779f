import { expect, test } from '@playwright/test';
import { exerciseAll } from '../../tests/support/emulator/exerciseAll.ts';
import { openTestEmulator, type TestResponse } from '../../tests/support/emulator/testEmulator.ts';
import type { Quota } from '../domain/quota.ts';
import { kindOf } from '../rules/core/ruleKind.ts';
import { conformingRules, type Rules } from '../rules/index.ts';
import { faultList, rulesNamed } from './catalogue.ts';
import { mechanicalMutants } from './mechanical.ts';
import { mutants } from './mutants/index.ts';
import { variants } from './variants/index.ts';
import { play } from './witness/play.ts';
import { witnessOf } from './witness/witness.ts';

/** The clauses that need a mutant: every must and should that this emulator implements in depth, and what it also observes. */
const NEEDED =
  `GEN-01a GEN-01b GEN-02a GEN-02b GEN-02c GEN-03 GEN-04a GEN-04b GEN-05 GEN-06 PAY-01 PAY-02 PAY-03 PAY-04 PAY-05
  PAY-06 PAY-07 PAY-08 PAY-09 PAY-10a PAY-10b PAY-10c PAY-11 PAY-12 PAY-17 LIF-01 LIF-02 MTD-01 MTD-04 MTD-05 SBX-03
  LIF-04a LIF-04b LIF-05a LIF-05b LIF-06a LIF-06b LIF-07 LIF-08 LIF-09 LIF-10a LIF-10b LIF-11a LIF-11b LIF-12 LIF-13
  LIF-14 LIF-16 LIF-20 LIF-21 DEP-07 REQ-11 REQ-12 SAB-07 SBX-04 SBX-05 AUT-01 AUT-02 AUT-03 AUT-04 AUT-05 AUT-06 AUT-07 AUT-08 AUT-09 AUT-11 AUT-12 SBX-01
  ERR-01 ERR-02a ERR-02b ERR-03 ERR-04a ERR-04b LIM-01a LIM-01b LIM-01c LIM-01d LIM-02 LIM-03 LIM-04a LIM-04b LIM-05 LIM-07 LIM-08
  XCH-01 XCH-02 XCH-03 XCH-04a XCH-04b XCH-04c XCH-05 XCH-06 XCH-07 XCH-08 BAL-02
  CHK-01 CHK-02a CHK-02b CHK-03 CHK-04 CHK-07 CHK-08 CHK-09 CHK-10 REQ-01 REQ-02 REQ-03 REQ-04 REQ-05 REQ-06 REQ-07
  REQ-08a REQ-08b REQ-10 DEP-01 DEP-02 DEP-03 DEP-04 DEP-05 DEP-06 SAB-01 SAB-02 SAB-03 SAB-04 SAB-05 SAB-06 SAB-08
  SAB-09 SAB-10 SAB-11 SAB-12 SAB-13 SAB-14 SAB-15 ART-01 ART-02 LIF-03 LIF-15 WHK-01 WHK-02 WHK-03 WHK-04 WHK-05
  WHK-06a WHK-06b WHK-07 WHK-09 WHK-10 WHK-12 WHK-13
  CHK-05 CHK-06 CHK-11 CHK-12 CHK-13 REQ-09 SBX-06 WID-01 WID-02 WID-03 WID-04 WID-05 WID-06 WID-07 WID-08 WID-09 WID-10`.split(
    /\s+/,
  );

/** A quota too large for a tour to use up, so that every rule is called. */
const AMPLE: Quota = { posts: 10_000, gets: 10_000, windowMs: 3_600_000, kind: 'sliding' };

/** Returns the conforming rules, each of which notes that it was called. */
function watched(asked: Set<string>): Rules {
  const noting = Object.entries(conformingRules).map(([name, rule]) => [
    name,
    (...given: never[]) => {
      asked.add(name);
      return (rule as (...given: never[]) => unknown)(...given);
    },
  ]);
  return Object.fromEntries(noting);
}

test('names are unique, and every clause that needs a mutant has one', () => {
  const names = faultList().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const broken = new Set(mutants.map(({ breaks }) => breaks));
  expect(NEEDED.filter((clause) => !broken.has(clause))).toEqual([]);
  expect(mutants.length).toBeGreaterThanOrEqual(320);
  expect(variants.length).toBeGreaterThanOrEqual(104);
});

test('every override replaces a rule of the conforming service with another function', () => {
  const wrong = [...mutants, ...variants, ...mechanicalMutants].flatMap(({ name, rules }) => {
    const changed = Object.entries(rules);
    const same = changed.filter(([rule, other]) => other === conformingRules[rule as keyof Rules]);
    const unknown = changed.filter(([rule]) => !Object.hasOwn(conformingRules, rule));
    const odd = [...same, ...unknown].map(([rule]) => `${name}: ${rule}`);
    return changed.length > 0 ? odd : [name];
  });
  expect(wrong).toEqual([]);
});

test('every rule has a kind', () => {
  const rules = Object.entries(conformingRules);
  expect(rules.filter(([, rule]) => kindOf(rule) === undefined).map(([name]) => name)).toEqual([]);
});

test('the conforming service calls every rule that a mutant replaces', async () => {
  const asked = new Set<string>();
  const answers = await exerciseAll(openTestEmulator({ control: true, rules: watched(asked), quota: AMPLE }));
  expect(answers.length).toBeGreaterThan(20);
  const replaced = new Set(mutants.flatMap((mutant) => Object.keys(mutant.rules)));
  expect([...replaced].filter((rule) => !asked.has(rule))).toEqual([]);
});

const outcome = ({ status }: TestResponse): string =>
  status < 300 ? 'accepted' : status < 500 ? 'refused' : 'crashed';

const withoutIds = (path: string): string =>
  path.replace(/(PMT|ORD|PMD|CAP|CAPD|CCO)-[0-9a-f-]+/gi, '$1').replace(/(createdAt=[^,]*,)[^&]*/, '$1');

/** Returns the outcomes of the interface's own requests of a tour, without the ids and times that differ between instances. */
const outcomes = (seen: readonly TestResponse[], differs = /^$/): string[] =>
  seen
    .filter(
      ({ path, sent }) =>
        path !== 'webhook' &&
        !path.includes('/~control/') &&
        !path.includes('/pay/') &&
        !path.includes('/link/') &&
        !differs.test(`${path} ${sent}`),
    )
    .map((answer) => `${withoutIds(answer.path)} ${outcome(answer)}`);

let toured: Promise<readonly TestResponse[]> | undefined;

/** Returns the answers of the conforming service to a tour; the tour runs once, since it is repeatable. */
const conformingTour = () => (toured ??= exerciseAll(openTestEmulator({ control: true })));

for (const { name, differs } of variants) {
  test(`the variant ${name} accepts and refuses the same as the conforming service`, { tag: '@full' }, async () => {
    const { answerDelayMs, pageDelayMs } = conformingRules;
    const conforming = await conformingTour();
    const varied = await exerciseAll(
      openTestEmulator({
        control: true,
        rules: { ...(rulesNamed(name) ?? conformingRules), answerDelayMs, pageDelayMs },
      }),
    );
    expect(outcomes(varied, differs)).toEqual(outcomes(conforming, differs));
  });
}

test('the slow variant delays its answers', async () => {
  const rules = rulesNamed('slow') ?? conformingRules;
  const heldMs = rules.answerDelayMs('listMethods');
  expect(heldMs).toBeGreaterThan(conformingRules.answerDelayMs('listMethods'));
  const { ask } = openTestEmulator({ rules });
  const asked = performance.now();
  expect((await ask({ path: '/v1/user/methods' })).status).toBe(200);
  // A timer may be early by a fraction of a millisecond.
  expect(performance.now() - asked).toBeGreaterThan(heldMs - 10);
});

/** The part of Retry-After that a slow machine does not change: the number of whole quarters of an hour. */
const quarters = (seconds: unknown): unknown => (seconds === undefined ? undefined : Math.round(Number(seconds) / 900));

const textOf = (answers: readonly TestResponse[]): string =>
  JSON.stringify(
    answers.map(({ status, headers: { date: _, 'retry-after': again, ...headers }, text }) => [
      status,
      headers,
      quarters(again),
      text,
    ]),
  );

/** Plays of the conforming service by seed, each played once when it is first wanted. */
const memoizedPlays = (seeds: readonly string[]) =>
  seeds.map((seed) => {
    let known: ReturnType<typeof play> | undefined;
    return {
      seed,
      played: () => {
        known ??= play(conformingRules, seed);
        return known;
      },
    };
  });

/** Mutants with tests of their own: they show only in real time or with bodies of a megabyte. */
const OWN_TESTS = ['refused-requests-counted', 'long-text-crashes'];

/** The plays in which mutants may differ that differ on no tour: corners that long histories reach. */
const conformingPlays = memoizedPlays(['corners-1', 'corners-2', 'corners-3', 'corners-4', 'corners-5']);

const differsInPlay = (name: string) => {
  const rules = rulesNamed(name);
  return rules !== undefined && conformingPlays.some(({ seed, played }) => witnessOf(rules, played(), seed));
};

/** All tours together take minutes, so the workers share them in parts. */
const parts = 8;

for (let part = 0; part < parts; part += 1)
  test(`each mutant differs on a tour without an internal error: part ${part + 1} of ${parts}`, {
    tag: '@full',
  }, async () => {
    const conforming = textOf(await conformingTour());
    expect(textOf(await exerciseAll(openTestEmulator({ control: true }))), 'the tour is repeatable').toBe(conforming);
    const same: string[] = [];
    for (const { name } of [...mutants, ...mechanicalMutants].filter((_, at) => at % parts === part)) {
      if (OWN_TESTS.includes(name)) continue;
      expect(rulesNamed(name), name).toBeDefined();
      const answers = await exerciseAll(openTestEmulator({ control: true, rules: rulesNamed(name) }));
      if (textOf(answers) === conforming) same.push(name);
      expect(answers.find(({ text }) => text.includes('"internal"'))?.text, name).toBeUndefined();
    }
    expect(
      same.filter((name) => !differsInPlay(name)),
      'mutants that answer like the sound service',
    ).toEqual([]);
  });
