import type { Answer } from '../domain/httpMessages.ts';
import type { WidgetSettings } from '../domain/pageView.ts';
import { tokensOf } from '../domain/tokens.ts';
import type { Visit } from './pageContext.ts';

/** The bundle of `browser/widget.ts`, which the build puts here. */
declare const WIDGET_SCRIPT: string;

/** The script of the widget with the settings of the service, for hosted pages and for pages of merchants. */
export function widgetScript({ instance, rules }: Visit): Answer {
  const tokens = tokensOf(instance.accounts).map(({ token }) => token);
  const text = `(() => {\nconst APP_WIDGET = ${JSON.stringify(settingsOf({ instance, rules }))};\n${WIDGET_SCRIPT}})();\n`;
  return {
    status: 200,
    contentType: 'text/javascript; charset=utf-8',
    text: rules.scriptText(text, tokens),
    headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache', 'access-control-allow-origin': '*' },
  };
}

function settingsOf({ instance, rules }: Omit<Visit, 'call'>): WidgetSettings {
  const guard = rules.frameGuard();
  const domains = [...instance.pages.domains.values()].flat();
  return {
    widthPx: rules.widgetWidthPx(),
    sized: rules.widthHolds(),
    mobileUpToPx: rules.mobileUpToPx(),
    eventName: rules.eventName(),
    eventProperty: rules.eventProperty(),
    tellsFrom: rules.eventFrom(),
    drawnIn: rules.widgetDrawnIn(),
    shadow: rules.pageShadow(),
    trusts: rules.messagesTrusted(),
    follows: rules.layoutFollows(),
    mobileWhen: rules.mobileWhen(),
    fills: rules.elementsFilled(),
    paintsFirst: rules.paintedFirst(),
    remembers: rules.choiceRemembered(),
    asksIn: rules.newsAskedIn(),
    retries: rules.pageRetries(),
    tells: rules.changesTold(),
    entered: rules.enteredCounts(),
    endures: rules.outagesEndured(),
    sandbox: rules.frameSandbox(),
    obeys: rules.pageObeyed(),
    laterPx: rules.widthLaterPx(rules.widgetWidthPx()),
    offersBalance: rules.balanceOfferedIn(),
    leadsTo: rules.widgetLeadsTo(),
    guard,
    approved: guard === 'policy' ? [] : domains.filter((one) => rules.domainShowsWidget(one)).map(({ name }) => name),
  };
}
