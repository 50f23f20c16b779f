import type { Limit } from '../requirement/inProcessRunner.ts';

/** Returns the limit of one test, counted from now. */
export function testLimit(): Limit & { isOver: boolean; end(): void } {
  const begunMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let reject: (error: Error) => void = () => undefined;
  const over = new Promise<never>((_, no) => {
    reject = no;
  });
  over.catch(() => undefined);
  const limit = {
    over,
    isOver: false,
    set: (limitMs: number) => {
      clearTimeout(timer);
      if (limitMs === 0) return;
      const expire = () => {
        limit.isOver = true;
        reject(new Error(`the test took longer than ${Math.round(limitMs / 1000)} s`));
      };
      timer = setTimeout(expire, limitMs - (performance.now() - begunMs));
    },
    end: () => clearTimeout(timer),
  };
  return limit;
}
