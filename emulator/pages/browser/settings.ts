import type { WidgetSettings } from '../../domain/pageView.ts';

/** The settings that the service writes in front of this script. */
declare const APP_WIDGET: WidgetSettings;

/** What this script knows of its service. */
export const settings = APP_WIDGET;

const own = document.currentScript;

/** The address of the folder of this script; everything else of the service is found from there. */
export const base = new URL('.', own instanceof HTMLScriptElement ? own.src : document.baseURI).href;

/** The kind of a document of the service itself; undefined in a page of a merchant. */
export const ownDocument = document.documentElement.dataset['appWidget'];
