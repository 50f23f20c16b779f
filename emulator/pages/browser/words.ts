import type { Look } from '../../domain/pageView.ts';

const english = {
  pay: 'Pay',
  anyAmount: 'Any amount',
  order: 'Order',
  amount: 'Amount',
  otherAmount: 'Other amount',
  currency: 'Currency',
  network: 'Network',
  choose: 'Choose…',
  proceed: 'Continue to payment',
  about: 'about',
  between: 'Between {min} and {max} {currency}',
  sendExactly: 'Send exactly',
  sendAny: 'Send any amount',
  feeIncluded: 'Includes a fee of {fee}',
  toAddress: 'To this address',
  onlyThis: 'Send only {currency} on {network} ({standard}). Anything else may be lost.',
  qrOf: 'QR code of the address',
  copy: 'Copy',
  copied: 'Copied',
  copyAmount: 'Copy amount',
  copyAddress: 'Copy address',
  timeLeft: 'Time left',
  balance: 'Pay from sandbox balance',
  balanceAmount: 'Amount from sandbox balance',
  waiting: 'Waiting for your payment',
  detected: 'Payment detected',
  detectedMore: 'It is being confirmed. You can leave this page open.',
  success: 'Payment complete',
  successMore: '{merchant} has received your payment.',
  expired: 'Checkout expired',
  expiredMore: 'No payment arrived in time. Do not send anything to the address any more.',
  conflict: 'Payment needs attention',
  conflictMore: 'The payment arrived, but there is a problem with it. Please contact {merchant}.',
  UNDERPAID: 'Less was paid than expected.',
  WRONG_CURRENCY: 'Another currency was paid than expected.',
  OTHER: 'The payment did not pass the checks.',
  received: 'Received',
  transaction: 'Transaction',
  backTo: 'Back to {merchant}',
  cancel: 'Cancel and go back',
  pickAll: 'Please choose a currency and a network.',
  pickAmount: 'Please choose an amount.',
  refused: 'That did not work: {reason}.',
  offline: 'No connection. Trying again…',
  absent: 'This checkout is not available.',
  nothing: 'No currency is available at the moment.',
};

/** The words of a page. */
export type Words = Readonly<Record<keyof typeof english, string>>;

const formal: Partial<Words> = {
  pay: 'Amount due',
  currency: 'Coin',
  network: 'Blockchain',
  proceed: 'Confirm selection',
  sendExactly: 'Amount to transfer',
  toAddress: 'Recipient address',
  balance: 'Settle with test funds',
  waiting: 'Awaiting transfer',
  detected: 'Transfer in progress',
  success: 'Thank you, all done',
  expired: 'Time is over',
  conflict: 'There is a problem',
  backTo: 'Return to merchant',
  cancel: 'Leave this page',
  timeLeft: 'Expires in',
};

const german: Words = {
  pay: 'Zu zahlen',
  anyAmount: 'Beliebiger Betrag',
  order: 'Bestellung',
  amount: 'Betrag',
  otherAmount: 'Anderer Betrag',
  currency: 'Währung',
  network: 'Netzwerk',
  choose: 'Auswählen…',
  proceed: 'Weiter zur Zahlung',
  about: 'etwa',
  between: 'Zwischen {min} und {max} {currency}',
  sendExactly: 'Genau diesen Betrag senden',
  sendAny: 'Beliebigen Betrag senden',
  feeIncluded: 'Darin enthalten: Gebühr {fee}',
  toAddress: 'An diese Adresse',
  onlyThis: 'Nur {currency} im Netzwerk {network} ({standard}) senden. Anderes kann verloren gehen.',
  qrOf: 'QR-Code der Adresse',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyAmount: 'Betrag kopieren',
  copyAddress: 'Adresse kopieren',
  timeLeft: 'Verbleibende Zeit',
  balance: 'Vom Sandbox-Guthaben zahlen',
  balanceAmount: 'Betrag vom Sandbox-Guthaben',
  waiting: 'Zahlung wird erwartet',
  detected: 'Zahlung erkannt',
  detectedMore: 'Sie wird gerade bestätigt. Diese Seite kann offen bleiben.',
  success: 'Zahlung abgeschlossen',
  successMore: '{merchant} hat die Zahlung erhalten.',
  expired: 'Abgelaufen',
  expiredMore: 'Es kam keine Zahlung rechtzeitig an. Bitte nichts mehr an die Adresse senden.',
  conflict: 'Es gibt ein Problem mit der Zahlung',
  conflictMore: 'Die Zahlung kam an, aber etwas stimmt nicht. Bitte an {merchant} wenden.',
  UNDERPAID: 'Es wurde weniger gezahlt als erwartet.',
  WRONG_CURRENCY: 'Es wurde in einer anderen Währung gezahlt.',
  OTHER: 'Die Zahlung hat die Prüfung nicht bestanden.',
  received: 'Erhalten',
  transaction: 'Transaktion',
  backTo: 'Zurück zu {merchant}',
  cancel: 'Abbrechen und zurück',
  pickAll: 'Bitte Währung und Netzwerk auswählen.',
  pickAmount: 'Bitte einen Betrag auswählen.',
  refused: 'Das hat nicht geklappt: {reason}.',
  offline: 'Keine Verbindung. Neuer Versuch…',
  absent: 'Diese Zahlungsseite ist nicht verfügbar.',
  nothing: 'Zurzeit ist keine Währung verfügbar.',
};

/** The words of a page in its language and wording. */
export const wordsOf = ({ language, wording }: Pick<Look, 'language' | 'wording'>): Words =>
  language === 'de' ? german : wording === 'formal' ? { ...english, ...formal } : english;

/** Puts values into a sentence. */
export const filled = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

const NETWORKS: Readonly<Record<string, string>> = {
  ETHEREUM: 'Ethereum',
  TRON: 'Tron',
  SOLANA: 'Solana',
  POLYGON: 'Polygon',
  BITCOIN: 'Bitcoin',
};

/** The name of a network as people write it. */
export const networkName = (network: string): string => NETWORKS[network] ?? network;
