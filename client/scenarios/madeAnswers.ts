import type { MadeAnswer } from '../server/rules.ts';

/** The headers of an answer in JSON. */
export const jsonHeaders = { 'content-type': 'application/json' };

/** A page in HTML, as proxies answer it. */
export const htmlAnswer: Omit<MadeAnswer, 'status'> = {
  headers: { 'content-type': 'text/html; charset=utf-8' },
  text: '<!DOCTYPE html><html><head><title>Zoë</title></head><body><h1>Not “here”</h1></body></html>',
};
