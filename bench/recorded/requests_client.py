"""The calls of calls.json by requests; the argument names a fault to make."""
import hashlib, hmac, json, os, pathlib, secrets, sys, time, uuid
from urllib.parse import quote

import requests

from pause import pause_s

base, token, secret = (os.environ[f'ASSAY_{name}'] for name in ('BASE_URL', 'TOKEN_ID', 'TOKEN_SECRET'))
fault = (sys.argv[1:] or [''])[0]
session = requests.Session()


def send(method, path, query, body):
    text = json.dumps(body) if body else ''
    salt = 'fixed' if fault == 'fixed-salt' else secrets.token_hex(32)
    signature = hmac.new(secret.encode(), (text + salt).encode(), hashlib.sha256).hexdigest()
    headers = {'X-Token-API-Id': token, 'X-Salt': salt, 'X-HMAC-SHA256-Signature': signature}
    if fault == 'other-body' and body:
        return session.request(method, base + path, params=query, json=dict(sorted(body.items())), headers=headers)
    headers |= {'Content-Type': 'application/json'} if body else {}
    return session.request(method, base + path, params=query, data=text or None, headers=headers)


for call in json.loads((pathlib.Path(__file__).parent / 'calls.json').read_text()):
    path = '/' + '/'.join(part if fault == 'raw-path' else quote(part, safe='') for part in call['path'])
    query = call.get('query', {}) | ({'token': secret} if fault == 'secret-in-query' else {})
    order = str(uuid.uuid4())
    for _ in range(5):
        try:
            answer = send(call['method'], path, query, call.get('body') and call['body'] | {'clientOrderId': order})
            if answer.status_code < 429:
                break
            time.sleep(pause_s(answer.headers.get('Retry-After')))
        except requests.ConnectionError:
            time.sleep(0.1)
        order = str(uuid.uuid4()) if fault == 'new-id' else order
