import { dirname, relative, resolve } from 'node:path';
import { isAddress } from '../../../traffic/system/webAddress.ts';

/** Where it is kept how far a campaign is that has not ended: beside its findings. */
export const progressBeside = (findings: string): string => `${findings.replace(/\.ndjson$/, '')}.unended.json`;

/** A contract as it may be told: an address without what may be a secret in it. */
export function reportableContract(contract: string): string {
  if (!isAddress(contract)) return contract;
  const { origin, pathname } = new URL(contract);
  return `${origin}${pathname}`;
}

/** How a finding names its contract: a file by its way from the folder of the findings, an address as it may be told. */
export const contractBeside = (findings: string, contract: string): string =>
  isAddress(contract) ? reportableContract(contract) : relative(dirname(resolve(findings)), resolve(contract));

/** The contract that findings in a file name: a file, or an address. */
export const contractFrom = (findings: string, named: string): string =>
  isAddress(named) ? named : resolve(dirname(resolve(findings)), named);
