"""The calls of calls.json by Python's own urllib; the argument names a fault to make."""
import hashlib, hmac, http.client, json, os, pathlib, secrets, sys, time, uuid
from urllib import error, parse, request

from pause import pause_s

base, token, secret = (os.environ[f'ASSAY_{name}'] for name in ('BASE_URL', 'TOKEN_ID', 'TOKEN_SECRET'))
fault = (sys.argv[1:] or [''])[0]


def send(method, url, body):
    data = json.dumps(body, ensure_ascii=False).encode() if body else None
    salt = 'pepper-and-salt' if fault == 'fixed-salt' else secrets.token_urlsafe(24)
    signature = hmac.new(secret.encode(), (data or b'') + salt.encode(), 'sha256').hexdigest()
    headers = {'X-Token-API-Id': token, 'X-Salt': salt, 'X-HMAC-SHA256-Signature': signature}
    if fault == 'other-body' and body:
        data = json.dumps(body).encode()
    headers |= {'Content-Type': 'application/json'} if body else {}
    return request.urlopen(request.Request(url, data, headers, method=method), timeout=10).read()


for call in json.loads((pathlib.Path(__file__).parent / 'calls.json').read_text()):
    # Bytes beyond ASCII are refused by http.client itself, so the careless client sends none.
    raw = [part.encode('ascii', 'ignore').decode() for part in call['path']]
    path = '/'.join(raw if fault == 'raw-path' else [parse.quote(part, safe='') for part in call['path']])
    query = call.get('query', {}) | ({'token': secret.encode().hex()} if fault == 'secret-in-query' else {})
    order = str(uuid.uuid4())
    for _ in range(5):
        pause = 0.1
        try:
            body = call.get('body') and call['body'] | {'clientOrderId': order}
            send(call['method'], f'{base}/{path}?{parse.urlencode(query)}', body)
            break
        except error.HTTPError as refused:
            if refused.code < 429:
                break
            pause = pause_s(refused.headers.get('Retry-After'))
        except (error.URLError, http.client.HTTPException, ConnectionError):
            pass
        time.sleep(pause)
        order = str(uuid.uuid4()) if fault == 'new-id' else order
