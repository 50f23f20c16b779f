"""Faults of the check of webhooks (CLI-05a)."""
import hmac, json
from registry import webhooks
from webhooks import Webhooks


@webhooks('digest-by-sha256')
class _(Webhooks):
    def digest(self, secret, body):
        return hmac.new(secret.encode(), body, 'sha256').hexdigest()


@webhooks('digest-of-rewritten-json')
class _(Webhooks):
    def digest(self, secret, body):
        try:
            return super().digest(secret, json.dumps(json.loads(body), separators=(',', ':'), ensure_ascii=False).encode())
        except (ValueError, RecursionError):
            return super().digest(secret, body)


@webhooks('digest-of-trimmed-body')
class _(Webhooks):
    def digest(self, secret, body):
        return super().digest(secret, body.strip())


@webhooks('digest-of-the-first-100-kilobytes')
class _(Webhooks):
    def digest(self, secret, body):
        return super().digest(secret, body[:100_000])


@webhooks('header-in-one-case')
class _(Webhooks):
    def given(self, headers):
        return dict(headers).get('X-Payload-Digest')


@webhooks('header-not-in-capitals')
class _(Webhooks):
    def given(self, headers):
        return super().given([pair for pair in headers if pair[0] != pair[0].upper()])


@webhooks('header-of-its-own')
class _(Webhooks):
    def given(self, headers):
        return super().given([['X-Payload-Digest', value] for name, value in headers if name.lower() == 'x-signature'])


@webhooks('missing-digest-accepted')
class _(Webhooks):
    def equal(self, given, wanted):
        return given is None or super().equal(given, wanted)


@webhooks('empty-digest-accepted')
class _(Webhooks):
    def equal(self, given, wanted):
        return given == '' or super().equal(given, wanted)


@webhooks('short-digest-accepted')
class _(Webhooks):
    def equal(self, given, wanted):
        return bool(given) and wanted.startswith(given.lower())


@webhooks('longer-digest-accepted')
class _(Webhooks):
    def equal(self, given, wanted):
        return super().equal(given and given[:len(wanted)], wanted)


@webhooks('refuses-without-secret')
class _(Webhooks):
    def accepts(self, secret, headers, body):
        return super().accepts(secret or '', headers, body)


@webhooks('checkout-unchecked')
class _(Webhooks):
    def accepts(self, secret, headers, body):
        event = self.event(body)
        return super().accepts(secret, headers, body) or bool(event and event['id'].startswith('CCO-'))


@webhooks('request-unchecked')
class _(Webhooks):
    def accepts(self, secret, headers, body):
        event = self.event(body)
        return super().accepts(secret, headers, body) or bool(event and event['id'].startswith('CAPD-'))


@webhooks('static-address-unchecked')
class _(Webhooks):
    def accepts(self, secret, headers, body):
        return super().accepts(secret, headers, body) or b'"addressId"' in body


@webhooks('digest-of-unix-lines')
class _(Webhooks):
    def digest(self, secret, body):
        return super().digest(secret, body.replace(b'\r\n', b'\n'))


@webhooks('digest-without-byte-order-mark')
class _(Webhooks):
    def digest(self, secret, body):
        return super().digest(secret, body.removeprefix(b'\xef\xbb\xbf'))


@webhooks('digest-of-decoded-text')
class _(Webhooks):
    def digest(self, secret, body):
        return super().digest(secret, body.decode(errors='replace').encode())


@webhooks('digest-beyond-ascii-dropped')
class _(Webhooks):
    def equal(self, given, wanted):
        return super().equal(given and ''.join(one for one in given if one.isascii()), wanted)
