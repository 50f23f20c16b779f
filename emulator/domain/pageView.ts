/** A text to show; `markup` is what a careless service does with a text of strangers. */
export interface ShownText {
  readonly text: string;
  readonly as: 'text' | 'markup';
}

/** An amount as exact decimal text. */
export interface ShownAmount {
  readonly amount: string;
  readonly currency: string;
}

/** The least and the most that may be paid, as exact decimal text. */
export interface ShownLimits {
  readonly min: string;
  readonly max: string;
  readonly currency: string;
}

/** One asset that the end user may choose. */
export interface Offer {
  readonly asset: string;
  readonly currency: string;
  readonly name: string;
  readonly network: string;
  readonly standard: string;
  /** What a payer with this asset would pay; null without a price. */
  readonly estimate: ShownAmount | null;
  readonly limits: ShownLimits;
}

/** The amounts of a SUGGESTED_FIXED_PRICE checkout; `isFree` is true if the end user may enter another. */
export interface Suggestions {
  readonly currency: string;
  readonly amounts: readonly string[];
  readonly isFree: boolean;
}

/** What the end user has to pay, and where to. */
export interface Demand {
  readonly currency: string;
  readonly network: string;
  readonly standard: string;
  readonly address: string;
  /** The exact amount; null if the end user chooses it within the limits. */
  readonly due: ShownAmount | null;
  readonly limits: ShownLimits | null;
  /** The fee that the end user pays on top; null if there is none, or if it is hidden. */
  readonly fee: ShownAmount | null;
  /** The QR code of the address as an SVG path in a square of `size` units; null if none is shown. */
  readonly qr: { readonly path: string; readonly size: number } | null;
  readonly paid: ShownAmount | null;
  readonly transaction: string | null;
  /** True if the sandbox balance can settle the checkout. */
  readonly isBalanceOffered: boolean;
}

/** How the page looks; no part of it changes what may be paid. */
export interface Look {
  readonly language: 'en' | 'de';
  readonly wording: 'plain' | 'formal';
  readonly control: 'buttons' | 'select';
  readonly first: 'currency' | 'network';
  readonly order: 'amountFirst' | 'assetFirst';
  readonly returns: 'link' | 'itself';
  readonly pollMs: number;
}

/** Everything that a page shows of one checkout at a moment. Times are ISO 8601. */
export interface PageView {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly reason: string | null;
  readonly name: ShownText | null;
  readonly merchant: ShownText;
  readonly order: ShownText | null;
  readonly price: ShownAmount | null;
  readonly offers: readonly Offer[];
  readonly suggestions: Suggestions | null;
  /** The preselected currency, and its asset if that is named too; null if nothing is preselected. */
  readonly preselected: { readonly currency: string; readonly asset: string | null } | null;
  readonly demand: Demand | null;
  readonly returnTo: { readonly url: string; readonly kind: 'return' | 'success' | 'failure' } | null;
  readonly now: string;
  readonly endsAt: string;
  readonly look: Look;
}

/** An answer to a page: what to show, and the records of the checkout after each change since the last answer. */
export interface PageAnswer {
  readonly view: PageView;
  readonly changes: readonly unknown[];
  /** The number of changes so far, which the next question names. */
  readonly seen: number;
  /** What a careless service adds to its answers; a page ignores it. */
  readonly extras?: unknown;
  /** What a careless service leaves in the browser, by key. */
  readonly stored?: Readonly<Record<string, string>>;
  /** Where a careless service reports what its pages show; null for nowhere. */
  readonly reportTo?: string | null;
}

/** What widget.js knows of its service. */
export interface WidgetSettings {
  readonly widthPx: number;
  readonly mobileUpToPx: number;
  readonly eventName: string;
  /** The property of the event that holds the Checkout. */
  readonly eventProperty: string;
  /** Where the event comes from: the element, or the document around it. */
  readonly tellsFrom: 'element' | 'document';
  /** Where the checkout is drawn: in a frame of the service, or in the merchant's page. */
  readonly drawnIn: 'frame' | 'page';
  readonly shadow: 'open' | 'closed' | 'none';
  /** Whose messages the widget takes for those of its frame. */
  readonly trusts: 'frame' | 'service' | 'anyone';
  /** What decides on the layout: the screen, the column around the widget, or a screen only if it is upright. */
  readonly follows: 'screen' | 'column' | 'uprightScreen';
  /** When a narrow screen gets the mobile layout: always, only if the window changed, or only until the checkout changes. */
  readonly mobileWhen: 'always' | 'resized' | 'unchanged';
  /** How the width of a desktop is written: as it is, within the column around the widget, as the most that a block has, or in the letters of the page. */
  readonly sized: 'fixed' | 'withinColumn' | 'asBlock' | 'inLetters';
  /** Which elements are filled: any, those that the page has when it is loaded, the first of each checkout, each once, or those that have their id when they are placed. */
  readonly fills: 'any' | 'present' | 'first' | 'once' | 'named';
  /** What a page shows until its service answers: nothing, what the browser keeps of the same checkout, of any page, or of one where a payment was waited for. */
  readonly paintsFirst: 'nothing' | 'own' | 'last' | 'lastWaiting';
  /** What the browser keeps of a choice: nothing, the asset, which is preselected next time, or the address of each asset. */
  readonly remembers: 'nothing' | 'asset' | 'address';
  /** Which tabs of a browser ask for news of a checkout: every one, one, or those that are in front, which a tab that was behind another is never again, or is again when it comes to the front. */
  readonly asksIn: 'everyTab' | 'oneTab' | 'tabAlwaysInFront' | 'tabInFront';
  /** How the pauses after failures go on. */
  readonly retries: 'steadily' | 'doubling';
  /** Which changes the script of a page tells: each, each but those with the status that it told last, or the first request alone. */
  readonly tells: 'each' | 'otherThanLast' | 'firstRequest';
  /** When a page takes what was entered for the amount: while an own amount is chosen, or whenever something was, or something larger than the option. */
  readonly entered: 'whileChosen' | 'always' | 'ifLarger';
  /** What a page endures without giving up: everything, only a few failures in a row, or a service that is silent, but not one that refuses. */
  readonly endures: 'any' | 'fewFailures' | 'silence';
  /** What the frame may do. */
  readonly sandbox: string;
  /** The statuses that the frame shows if the page around it says so. */
  readonly obeys: readonly string[];
  /** The width of the widget on a desktop after its status changed, in pixels. */
  readonly laterPx: number;
  /** Whether the sandbox balance is offered in a widget, too. */
  readonly offersBalance: 'anywhere' | 'onPages';
  /** Where the widget of a checkout that is over leads: to the address of its merchant, or to the front page of that. */
  readonly leadsTo: 'wholeAddress' | 'frontPage';
  /** How a frame knows that it may show: by the policy of the service, by a look at the topmost page, or by what the script finds in the address of its page or takes for a pattern of it. */
  readonly guard: 'policy' | 'top' | 'address' | 'pattern';
  readonly approved: readonly string[];
}
