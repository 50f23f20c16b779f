/** Starts the browser in which pages are tested: the same one as in a run. */
export { launchBrowser } from '../../runner/browser/findBrowser.ts';
