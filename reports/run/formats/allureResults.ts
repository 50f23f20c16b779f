import { rmSync } from 'node:fs';
import type { Suite } from '@playwright/test/reporter';
import { AllureReporter } from 'allure-playwright';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { outcomes } from '../../../traffic/outcome/outcome.ts';
import { escapeLine } from '../../text/escape.ts';
import { targetWords } from '../../text/targetWords.ts';
import { testStatuses } from '../testStatus.ts';
import { allureEventsOf, configFor, type Timing } from './allureEvents.ts';

/** The undecided outcomes, each as a category of its own; otherwise Allure would count them as defects of the target. */
const categories = outcomes
  .filter((outcome) => testStatuses[outcome] === 'undecided')
  .map((outcome) => ({ name: outcome, messageRegex: `^${outcome}[\\s\\S]*` }));

type Options = ConstructorParameters<typeof AllureReporter>[0];

function optionsFor({ target, header, selection, contract, exit }: Verdict, times: Times): Options {
  const info = {
    target: targetWords(target),
    contract,
    run: header.run.id,
    seed: String(header.run.seed),
    profile: selection.profile,
    tier: selection.tier,
    exit: String(exit),
  };
  return {
    categories: [...categories],
    environmentInfo: Object.fromEntries(Object.entries(info).map(([name, value]) => [name, escapeLine(value)])),
    listeners: [
      {
        // The results are written at the end of the run, so each test gets the time at which it really ran.
        beforeTestResultWrite: (result) => {
          const timing = times.get(result.labels.find(({ name }) => name === 'requirement')?.value ?? '');
          if (!timing) return;
          result.start = timing.startTime.getTime();
          result.stop = result.start + timing.duration;
        },
      },
    ],
  };
}

type Times = ReadonlyMap<string, Timing>;

/** A suite without tests: allure-playwright looks in it only for tests that it was not notified of. */
const nothingElse: Suite = {
  type: 'root',
  title: '',
  suites: [],
  tests: [],
  allTests: () => [],
  entries: () => [],
  titlePath: () => [''],
  project: () => undefined,
};

/**
 * Writes the verdict as Allure results into a folder, which is emptied first. The reporter of allure-playwright receives each requirement as if Playwright had
 * run it. `times` are by requirement id; a requirement without a time took no time.
 */
export async function writeAllure(
  verdict: Verdict,
  { times, folder }: { times: Times; folder: string },
): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const reporter = new AllureReporter({ ...optionsFor(verdict, times), resultsDir: folder });
  const idle = { startTime: new Date(verdict.header.judgedAt), duration: 0, workerIndex: 0, parallelIndex: 0 };
  const config = configFor(packageRoot, folder);
  reporter.onConfigure(config);
  reporter.onBegin(nothingElse);
  for (const requirement of verdict.requirements) {
    const timing = times.get(requirement.id) ?? idle;
    const { test, result, steps } = allureEventsOf(requirement, { config, timing });
    reporter.onTestBegin(test);
    for (const step of steps) {
      reporter.onStepBegin(test, result, step);
      reporter.onStepEnd(test, result, step);
    }
    await reporter.onTestEnd(test, result);
  }
  await reporter.onEnd();
}
