/** What a page showed at one moment, as people and screen readers perceive it. */
export interface PageLook {
  /** What had just been done: `opened`, `chose TRON_USDT`, and so on. */
  step: string;
  /** How long after the opening, ms. */
  afterMs: number;
  url: string;
  /** Which opening of an address in this visit it came after, if not the first. */
  load?: number;
  /** Playwright's snapshot of roles, names, states and texts, secrets replaced. */
  seen: string;
  cut?: true;
  /** The size of the screen, and of the embedded widget in it, in CSS pixels. */
  screen: { width: number; height: number };
  box?: { width: number; height: number };
  /** Where the controls in the embedded widget stand, as one text. */
  places?: string;
  /** The texts in the QR codes that the page showed. */
  codes?: readonly string[];
  /** The amount that had just been entered or picked. */
  amount?: string;
  /** The asset that had been chosen. */
  asset?: string;
  /** Something that says that it goes on had been pressed. */
  went?: true;
  /** The texts of choices that had been pressed, or were marked as chosen when the end user went on. */
  chose?: readonly string[];
}

/** One request of a page, with what it sent and got: texts only, cut, secrets replaced. */
export interface PageRequest {
  method: string;
  url: string;
  /** Playwright's word for what was asked for: document, script, fetch and so on. */
  type: string;
  afterMs: number;
  status?: number;
  failure?: string;
  sent?: string;
  got?: string;
  /** The identifiers of the interface in what was sent or got, at most a hundred. */
  ids: readonly string[];
}

/** An event of the embedded widget, or a message between frames. */
export interface PageEvent {
  name: string;
  afterMs: number;
  /** Its own properties as JSON, cut. */
  value: string;
  /** The id of the element that emitted it. */
  at?: string;
  /** The loaded page and the element in it that heard it, by a number of each. */
  from?: string;
  /** Whether a listener of the widget's element heard it, where there was one. */
  heard?: boolean;
  /** The suite itself made it. */
  ours?: true;
}

/** A request of a page that was sent as a page of another site would send it, before the page itself sent it. */
export interface ForeignAttempt {
  /** What was sent, in words. */
  what: string;
  status: number;
  /** The reads of the checkout before and after. */
  before: string;
  after: string;
}

/** A secret that a page had, and where. */
export interface PageLeak {
  where: string;
  label: string;
}

/** What a visit lacked to go on, and the field of the target file that names it. */
export interface PageStuck {
  lacks: string;
  field: string;
}

/** One visit to a page in a browser: everything that it showed and did. */
export interface PageLine {
  kind: 'page';
  id: string;
  requirement: string;
  /** The hosted page, the widget on a page of ours, or such a page in a frame. */
  way: 'hosted' | 'widget' | 'framed';
  /** The exchange that created the record whose page it is, and the id that was opened. */
  created: string;
  opens: string;
  address: string;
  /** The domain of the page around the widget, and whether the target file calls it approved. */
  domain?: string;
  approved?: boolean;
  /** The language and the time zone of the browser, if they were drawn. */
  place?: { locale: string; timezoneId: string };
  openedAt: string;
  sentNs: string;
  receivedNs: string;
  /** The status of the page itself when it was first opened, or why one was missing. */
  status?: number;
  failure?: string;
  looks: readonly PageLook[];
  requests: readonly PageRequest[];
  /** Console errors, page errors and dialogs. */
  console: readonly string[];
  events: readonly PageEvent[];
  /** The addresses to which the page led its user, in order. */
  led: readonly string[];
  /** How many of them came before its user followed a way back. */
  ledBefore?: number;
  /** The names and values of cookies and storage. */
  stored: readonly string[];
  leaks: readonly PageLeak[];
  /** A mark that only a text run as code, or shown as markup, leaves. */
  marked?: string;
  /** What was tried to forge a status, in words. */
  forged?: readonly string[];
  /** What was sent as a page of another site would. */
  foreign?: readonly ForeignAttempt[];
  stuck?: PageStuck;
  /** The picture of the last look, and the trace, below the folder of the run. */
  screenshot?: { file: string; sha256: string };
  trace?: string;
}
