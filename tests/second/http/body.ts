import { badRequest, Problem } from '../core/problem.ts';

const LARGEST_BODY = 1024 * 1024;
const LARGEST_READ = 16 * LARGEST_BODY;

/** Reads the body of a request, at most 1 MB; what is beyond is thrown away and refused. */
export async function readBody(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size <= LARGEST_BODY) chunks.push(chunk);
      if (size > LARGEST_READ) break;
    }
  } catch {
    throw badRequest('the body could not be read');
  }
  if (size > LARGEST_BODY)
    throw new Problem({ status: 413, code: 'body.too.large', detail: 'the body may have at most 1 MB' });
  return Buffer.concat(chunks);
}
