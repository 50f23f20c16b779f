#!/bin/sh
# Ten calls by curl, signed by openssl; the argument names a fault to make.
fault=$1
id() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }

# send METHOD PATH BODY: sends once and says status and Retry-After.
send() {
  salt=$(id)
  [ "$fault" = fixed-salt ] && salt=00000000000000000000000000000000
  signature=$(printf %s "$3$salt" | openssl dgst -sha256 -hmac "$ASSAY_TOKEN_SECRET" -r | cut -c1-64)
  body=$3
  [ "$fault" = other-body ] && [ -n "$body" ] && body=$(printf %s "$body" | sed 's/,/, /g')
  [ -n "$body" ] && set -- "$1" "$2" --data-raw "$body" -H 'Content-Type: application/json' || set -- "$1" "$2"
  method=$1 path=$2
  shift 2
  curl -sgo /dev/null -w '%{http_code} %header{retry-after}' -X "$method" "$ASSAY_BASE_URL$path" "$@" \
    -H "X-Token-API-Id: $ASSAY_TOKEN_ID" -H "X-HMAC-SHA256-Signature: $signature" -H "X-Salt: $salt"
}

# pause RETRY-AFTER: waits for as long as it says, in seconds or as a date; a moment if it is empty.
pause() {
  case $1 in
    '') sleep 0.1 ;;
    *[!0-9]*) sleep $(($(date -d "$1" +%s) - $(date +%s))) ;;
    *) sleep "$1" ;;
  esac
}

# call METHOD PATH BODY: repeats what failed; ORDER in the body is the clientOrderId.
call() {
  order=$(id) tries=0
  while [ $tries -lt 5 ]; do
    tries=$((tries + 1))
    answer=$(send "$1" "$2" "$(printf %s "$3" | sed "s/ORDER/$order/")")
    status=${answer%% *}
    [ "$status" -gt 0 ] && [ "$status" -lt 429 ] && return
    pause "${answer#* }"
    [ "$fault" = new-id ] && order=$(id)
  done
}

key=
[ "$fault" = secret-in-query ] && key="?secret=$(printf %s "$ASSAY_TOKEN_SECRET" | base64 -w0 | tr '+/' '-_')"
call GET "/v1/user/wallet/balances$key"
payment=a%2Fb%3Fc%C3%A9
[ "$fault" = raw-path ] && payment='a/b?cé'
call GET "/v1/user/payments/$payment"
call GET '/v2/user/payments/search?clientOrderId=a%26b'
call GET /v1/user/exchange/rates
for amount in 21 22 23 24 25 26 27 28 29 30 31 32; do
  call POST /v1/user/payments/payin '{"amount":'$amount',"currency":"USDT","method":"CRYPTOCOIN","blockchain":"TRON","clientOrderId":"ORDER"}'
done
