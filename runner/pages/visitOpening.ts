import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { textField } from '../../traffic/journal/runRecord.ts';
import type { Worker } from '../worker/worker.ts';

/** What is opened, and for which record. */
export interface VisitOpening {
  requirement: string;
  way: PageLine['way'];
  created: Exchange;
  opens: string;
  address: string;
  domain?: string;
  approved?: boolean;
  screen?: { width: number; height: number };
}

/** The addresses that a visit may reach by their names. */
export function addressesOf({ target }: Worker, { address, domain, created }: VisitOpening): string[] {
  const page = textField(created.json, 'acquiringUrl') ?? '';
  const around = domain === undefined ? '' : `http://${domain}`;
  const own = [target.baseUrl, address, page, target.widget?.host ?? '', around];
  return own.filter(Boolean);
}
