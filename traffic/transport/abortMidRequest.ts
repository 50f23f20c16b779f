import { connect, type Socket } from 'node:net';
import { connect as connectSafely } from 'node:tls';
import { failureOf, isOwnFault, partsOf, type WireAnswer, type WireRequest } from './wire.ts';

function openSocket(origin: string): { socket: Socket; ready: 'connect' | 'secureConnect' } {
  const { protocol, hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'http:') return { socket: connect(Number(port || 80), host), ready: 'connect' };
  const socket = connectSafely({ port: Number(port || 443), host, servername: host, ALPNProtocols: ['http/1.1'] });
  return { socket, ready: 'secureConnect' };
}

function bytesOf({ url, method, headers, body = '' }: WireRequest): Buffer {
  const { origin, path } = partsOf(url);
  const own: [string, string][] = [
    ['Host', new URL(origin).host],
    ['Content-Length', String(Buffer.byteLength(body))],
  ];
  const lines = [...own, ...headers].map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}

/** Writes one request on its own connection and closes it as soon as the last byte is out, before any answer. */
export function sendAndAbort(request: WireRequest): Promise<WireAnswer> {
  const { socket, ready } = openSocket(partsOf(request.url).origin);
  return new Promise((resolve, reject) => {
    const end = (answer: WireAnswer) => {
      socket.destroy();
      resolve(answer);
    };
    const cut = { code: 'reset', message: 'we closed the connection before the answer' } as const;
    socket.setTimeout(request.deadlineMs, () => end({ failure: { code: 'timeout', message: 'not written in time' } }));
    socket.on('error', (error) => (isOwnFault(error) ? reject(error) : end({ failure: failureOf(error) })));
    socket.once(ready, () => socket.write(bytesOf(request), () => end({ failure: cut })));
  });
}
