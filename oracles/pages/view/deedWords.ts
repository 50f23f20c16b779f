/** Words of what goes on after a choice. */
export const forward =
  /\b(?:continue|next|proceed|pay|confirm|select|choose|start|submit|go on|weiter|fortfahren|bezahlen|bestätigen|zahlen|continuer|suivant|payer|valider|confirmer|continuar|siguiente|pagar|confirmar|avançar|avanti|continua|paga|conferma|dalej|zapłać|potwierdź|devam|öde|onayla|lanjut|bayar)\b|продолжить|далее|оплатить|подтвердить|продовжити|далі|сплатити|төлеу|继续|次へ/i;

/** Words of what does anything but go on. */
export const otherwise =
  /\b(?:cancel|back|return|close|copy|help|language|change|edit|abbrechen|zurück|schließen|kopieren|annuler|retour|fermer|copier|volver|cancelar|atrás|iptal|batal)\b|отмена|назад|скопир|вернуться|скасувати/i;

/** Words of what settles a checkout from the sandbox balance. */
export const balanceWords =
  /sandbox|\bbalance\b|\bsimulat|\btest (?:funds|money)\b|guthaben|\bsaldo\b|\bsolde\b|баланс|bakiye/i;

/** Words of what leads back to the merchant. */
export const returnWords =
  /\b(?:return|back to|merchant|shop|store|zurück|händler|laden|boutique|retour|volver|tienda|comercio|sklep|mağaza|toko)\b|вернуться|магазин|повернутися/i;

/** Words of what opens the field for an own amount. */
export const ownAmountWords =
  /\b(?:other|own|custom|another|different|enter|eigene[rn]?|anderer|autre|otro|altro)\b|друг|інш|своя/i;

/** Words with which a page says that a checkout was paid as it should be. Words for an end, or of thanks, may stand on any page that is over. */
export const successWords =
  /\b(?:complete[d]?|success(?:ful(?:ly)?)?|succeeded|paid in full|erfolgreich|bezahlt|réussie?|completad[oa]|exitos[oa]|conclu[ií]d[oa]|sucesso|riuscito|completato|sukces|başarılı|tamamlandı|berhasil)\b|успешн|оплачен|успішн|сплачен|成功|完了/i;

/** Words with which a page says that a payment failed or came too late or too short. */
export const failureWords =
  /\b(?:fail(?:ed|ure)|unsuccessful|expired|declined|rejected|underpaid|problem|error|fehlgeschlagen|abgelaufen|abgelehnt|problema?|fehler|échou[ée]|expirée?|refusée?|caducad[oa]|fallid[oa]|rechazad[oa]|expirad[oa]|falhou|scadut[oa]|fallit[oa]|wygasł[oa]?|süresi doldu|başarısız|gagal|kedaluwarsa)\b|ошибк|истек|не удал|помилк|не вдал|失败|失敗|期限切れ/i;

/** Words with which a page says that a payment came, or thanks for it. */
export const paidWords =
  /\b(?:paid|received|thank|thanks|confirmed|bezahlt|erhalten|danke|merci|payée?|reçue?|gracias|pagad[oa]|recibid[oa]|obrigad[oa]|pag[oa]|ricevuto|grazie|ödendi|teşekkür\w*|dibayar|terima)\b|спасибо|получен|дякуємо|отриман|已支付|支払/i;

/** Words with which a page says that a payment is still being confirmed on its blockchain or processed. */
export const processingWords =
  /\b(?:being (?:confirmed|processed)|(?:waiting|awaiting|pending)(?: for)?(?: the)?(?: network| blockchain)? confirmations?|wird (?:\w+ )?(?:bestätigt|verarbeitet))\b|ожида\S* подтвержд|подтверждается|обрабатывается/i;

/** Words with which a page says what is so only on a condition. */
export const conditionWords = /\b(?:if|in case|when|once|wenn|falls|sobald)\b|если/i;

/** Words of something else that may be processed after a payment has ended. */
export const aftermathWords = /refund|return|support|review|order|erstattung|bestellung|возврат|заказ/i;
