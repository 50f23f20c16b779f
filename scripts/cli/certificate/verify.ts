import { runVerify, type VerifyOptions } from '../../../certificate/verify/verifyCommand.ts';
import { collectSpecs } from '../../../runner/requirement/inProcessRunner.ts';
import { decide } from '../../../traffic/system/environment.ts';
import { say } from '../process/say.ts';

/** Verifies a bundle with this build, without traffic; returns the exit code. */
export function verify(folder: string, options: VerifyOptions): Promise<number> {
  decide('ASSAY_COLLECTS', '1');
  return runVerify(folder, options, {
    now: new Date(),
    collect: collectSpecs,
    write: (text) => void process.stdout.write(text),
    say,
  });
}
