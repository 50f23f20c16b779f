import ts from 'typescript';
import { type Mention, mentionsOf } from '../source/mentions.ts';
import { isSpec, isTest, type Source } from '../source/sourceTree.ts';
import type { Rule, Violation } from '../source/violation.ts';

interface Ban {
  readonly wanted: string;
  readonly fix: string;
  readonly isIn: (path: string) => boolean;
  readonly isOf: (mention: Mention) => boolean;
}

const isJudging = (path: string) => isTest(path) || isSpec(path);
const mayPrint = (path: string) => /^(scripts|reports|bench|tests)\/|^emulator\/main\.ts$/.test(path);

const bans: readonly Ban[] = [
  {
    wanted: 'tests that never sleep',
    fix: 'wait for what must become true, with a deadline: expect.poll, or an event',
    isIn: isJudging,
    isOf: ({ name, args }) => (name === 'setTimeout' && args !== undefined) || name.endsWith('.waitForTimeout'),
  },
  {
    wanted: 'every choice to come from the seed',
    fix: "draw it from fast-check or the run's seed",
    isIn: () => true,
    isOf: ({ name }) => /^Math\.random(\.|$)/.test(name),
  },
  {
    wanted: 'printing only by scripts/, reports/, bench/, tests/ and emulator/main.ts',
    fix: 'return the value, and let the command print it',
    isIn: (path) => !mayPrint(path),
    isOf: ({ name }) => name.startsWith('console.'),
  },
  {
    wanted: 'every test to run',
    fix: 'take .only away; select with --grep',
    isIn: isJudging,
    isOf: ({ name }) => /^(test|it|describe)(\.describe)?(\.\w+)*\.only$/.test(name),
  },
  {
    wanted: 'a skip to say why',
    fix: 'call it inside the test as test.skip(condition, reason)',
    isIn: isJudging,
    isOf: (mention) =>
      /^(test|it|describe|testInfo|info)(\.\w+)*\.(skip|fixme)$/.test(mention.name) && !hasReason(mention),
  },
];

/** Some calls have a better replacement, or a place where alone they belong. */
export const bannedCalls: Rule = {
  name: 'banned',
  *find({ sources }) {
    for (const source of sources) yield* mentionBreaches(source);
  },
};

function* mentionBreaches(source: Source): Generator<Violation> {
  const inForce = bans.filter(({ isIn }) => isIn(source.path));
  for (const mention of mentionsOf(source)) {
    for (const { wanted, fix } of inForce.filter(({ isOf }) => isOf(mention))) {
      yield { path: source.path, line: mention.line, wanted, seen: mention.name, fix };
    }
  }
}

function hasReason({ args = [] }: Mention): boolean {
  const [, reason] = args;
  const isBody = reason !== undefined && (ts.isArrowFunction(reason) || ts.isFunctionExpression(reason));
  const isEmpty = reason !== undefined && ts.isStringLiteralLike(reason) && reason.text.trim() === '';
  return reason !== undefined && !isBody && !isEmpty;
}
