import { dirname, relative, resolve } from 'node:path';
import { isAddress } from '../../../traffic/system/webAddress.ts';

/** Returns the progress file of an unfinished campaign: it is beside its findings. */
export const progressBeside = (findings: string): string => `${findings.replace(/\.ndjson$/, '')}.unended.json`;

/** Returns a contract in a form that may be shown: an address without parts that may be secret. */
export function reportableContract(contract: string): string {
  if (!isAddress(contract)) return contract;
  const { origin, pathname } = new URL(contract);
  return `${origin}${pathname}`;
}

/** Returns the contract as a finding names it: a file relative to the folder of the findings, or an address that may be shown. */
export const contractBeside = (findings: string, contract: string): string =>
  isAddress(contract) ? reportableContract(contract) : relative(dirname(resolve(findings)), resolve(contract));

/** Returns the contract that findings in a file name: a file, or an address. */
export const contractFrom = (findings: string, named: string): string =>
  isAddress(named) ? named : resolve(dirname(resolve(findings)), named);
