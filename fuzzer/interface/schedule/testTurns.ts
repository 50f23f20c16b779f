import type { SuiteTests } from '../../../runner/requirement/suiteTests.ts';
import type { FuzzCase, SuiteTest } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../builder/caseGenerator.ts';
import type { RemainingRequests, StartedCase } from './casePlanner.ts';
import type { Combination } from './generatorProgress.ts';

/** The nights of a fortnight after this one: their combinations are not those that a run of today tries. */
const furtherNights = 13;

const dayMs = 86_400_000;

const dayAfter = (day: string, nights: number) => new Date(Date.parse(day) + nights * dayMs).toISOString().slice(0, 10);

const prefix = 'the test of ';

const nameOf = (requirement: string) => `${prefix}${requirement}`;

/** Returns a test as a case generator with one combination, in which it is run as drawn. */
function generatorOf(test: SuiteTest): CaseGenerator {
  const one: FuzzCase = { steps: [], label: { is: 'valid', because: 'a test of the suite' }, test };
  const { requirement, posts } = test;
  const name = nameOf(requirement);
  return { name, evidences: [requirement], posts, isMisuse: false, combinations: () => [name], make: () => one };
}

/** The settings of the turns: the tests, the day of the campaign, whether the tests may move money, and the other accounts that may run them. */
interface TurnSettings {
  tests: SuiteTests | undefined;
  day: string;
  movesMoney: boolean;
  accounts: readonly string[];
}

/** One in so many tests that another account can repeat is run as one, since a run repeats only few of them. */
const otherOneIn = 2;

/**
 * Takes the tests of the suite in an order that chance decides, each with a seed of its own and the combinations of a later night. Each is taken once before any
 * is taken again. Equal random sources give equal turns.
 */
export class TestTurns {
  readonly #settings: TurnSettings;
  readonly #tried: Record<string, number> = {};
  readonly #ranks: ReadonlyMap<string, number>;

  constructor(settings: TurnSettings, chance: SeededRandom) {
    this.#settings = settings;
    this.#ranks = new Map((settings.tests?.requirements ?? []).map((id) => [id, chance.seed()]));
  }

  /** True if there is no test to run. */
  get isEmpty(): boolean {
    return this.#ranks.size === 0;
  }

  /** Notes what an earlier campaign took, by the names that `taken` gives. */
  resume(tried: Readonly<Record<string, number>>): void {
    for (const [name, count] of Object.entries(tried)) if (name.startsWith(prefix)) this.#tried[name] = count;
  }

  /** How often each test was taken, by name. */
  get taken(): Readonly<Record<string, number>> {
    return this.#tried;
  }

  /** Returns the tests in their order: those that were taken least come first. */
  get #order(): string[] {
    const timesOf = (id: string) => this.#tried[nameOf(id)] ?? 0;
    const rankOf = (id: string) => this.#ranks.get(id) ?? 0;
    return [...this.#ranks.keys()].sort((a, b) => timesOf(a) - timesOf(b) || rankOf(a) - rankOf(b));
  }

  /** Returns the next test within the remaining budget, as a combination; undefined if none fits. */
  next({ posts, gets }: RemainingRequests, chance: SeededRandom): Combination | undefined {
    const { tests, movesMoney } = this.#settings;
    const day = dayAfter(this.#settings.day, 1 + chance.below(furtherNights));
    for (const requirement of this.#order) {
      const cost = tests?.costOn(requirement, day);
      const isFree = Object.keys({ ...cost?.takes, ...cost?.exchanges }).length === 0;
      if (!cost || cost.posts > posts || cost.gets > gets || !(movesMoney || isFree)) continue;
      const account = this.#accountFor(requirement, chance);
      const { posts: own, gets: looks, takes, exchanges } = cost;
      const drawn = { requirement, seed: chance.seed(), day, posts: own, gets: looks, outlay: { takes, exchanges } };
      const test = { ...drawn, ...(account !== undefined && { account }) };
      const combination = { generator: generatorOf(test), name: nameOf(requirement), tries: 1, aims: [] };
      this.#tried[combination.name] = (this.#tried[combination.name] ?? 0) + 1;
      return combination;
    }
    return undefined;
  }

  /** Returns the other account as which a test is run; undefined for the account under test. */
  #accountFor(requirement: string, chance: SeededRandom): string | undefined {
    const { tests, accounts } = this.#settings;
    const isOther = chance.below(otherOneIn) === 0 && tests?.repeatable.has(requirement);
    return isOther && accounts.length > 0 ? chance.pick(accounts) : undefined;
  }

  made(): StartedCase {
    return { ended: () => undefined };
  }

  notMade(): void {}
}
