import { startServer } from '../../second/server.ts';
import { writeTarget } from '../../second/target.ts';

/** Runs the second server and writes its target file to this path; ends with the process that started it. */
const [, , file = 'second.json'] = process.argv;
const server = await startServer('control of the second server');
writeTarget(file, server);
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
process.stdin.resume().once('end', () => void server.close());
