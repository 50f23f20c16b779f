import type { Selection } from '../../traffic/requirements/selection.ts';
import { type Cost, readCosts } from '../selection/costs.ts';
import { costAlone } from '../selection/forecast.ts';
import { type Ending, runNamed } from './inProcessRunner.ts';
import { repeatableTests, testsWithout } from './repeatableTests.ts';
import type { ToolName } from './toolbox.ts';
import type { WorkerRun } from './workerRun.ts';

/** The tests of the suite that something besides a run may run, and how. */
export interface SuiteTests {
  /** Their requirements. */
  requirements: readonly string[];
  /** Those that other accounts can repeat. */
  repeatable: ReadonlySet<string>;
  /** What a test costs on its own with the combinations of a day. */
  costOn(requirement: string, day: string): Cost;
  run(opened: WorkerRun, requirement: string): Promise<Ending>;
}

/** What only a run has: a browser, and an account whose quota it may use up. */
const toolsOfRuns: readonly ToolName[] = ['pages', 'rateLimitTest'];

/** Returns the collected tests that need only what a campaign has too: some of them a receiver of webhooks, if it hears. */
export function suiteTests({ hears }: { hears: boolean }): SuiteTests {
  const costs = readCosts();
  const onDay = (day: string): Selection => ({ profile: 'nightly', tier: 'active', day });
  return {
    requirements: [...testsWithout(hears ? toolsOfRuns : [...toolsOfRuns, 'webhooks'])].sort(),
    repeatable: repeatableTests(),
    costOn: (requirement, day) => costAlone([requirement], onDay(day), costs),
    run: runNamed,
  };
}
