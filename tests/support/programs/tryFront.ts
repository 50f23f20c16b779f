import { readFileSync, writeFileSync } from 'node:fs';
import { approvedDomain, openPageFront } from '../pages/pageFront.ts';
import { startEmulator } from '../product/startEmulator.ts';

const folder = process.argv[2] ?? '';
const service = await startEmulator({ folder, options: ['--control'] });
const front = await openPageFront(service.targetFile);
front.style = (process.argv[3] ?? 'radios') as never;
const file = JSON.parse(readFileSync(service.targetFile, 'utf8').replaceAll(service.url, front.url));
file.levers.control.url = JSON.parse(readFileSync(service.targetFile, 'utf8')).levers.control.url;
writeFileSync(
  `${folder}/front.json`,
  JSON.stringify({ ...file, name: 'front', widget: { host: front.url, domain: approvedDomain } }),
);
console.log('ready', front.url);
