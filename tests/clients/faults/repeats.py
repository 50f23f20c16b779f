"""Faults of what comes again after a failure: other arguments (CLI-01, CLI-04, CLI-09), the same salt (CLI-01), an invented status (CLI-07)."""
import json
from payments import Client, Failed, Refused, parse
from registry import client
from faults.amounts import by_float, changed


class Repeating(Client):
    """Changes a request when it is repeated after a rate refusal."""

    def again(self, request):
        return request

    def send(self, request):
        self.first = request
        return super().send(request)

    def exchange(self, request):
        request, self.first = (request, None) if self.first is request else (self.again(request), None)
        return super().exchange(request)


@client('currency-lost-on-repeat')
class _(Repeating):
    def again(self, request):
        body = parse(request.body) if request.method == 'POST' else {}
        return request._replace(body=self.encode({name: part for name, part in body.items() if name != 'currency'})) if body else request


@client('float-on-repeat')
class _(Repeating):
    def again(self, request):
        return request._replace(body=self.encode(changed(parse(request.body), by_float))) if request.body else request


@client('filter-lost-on-repeat')
class _(Repeating):
    def again(self, request):
        return request._replace(target=request.target.partition('?')[0])


@client('salt-kept-after-a-timeout')
class _(Client):
    kept = None

    def headers(self, request):
        return self.kept or super().headers(request)

    def exchange(self, request):
        try:
            self.kept = super().headers(request)
            return super().exchange(request)
        except Failed as failed:
            if failed.args[0] != 'timeout' or request.method == 'POST':
                raise
            return super().exchange(request)
        finally:
            self.kept = None


@client('lost-answer-is-refused')
class _(Client):
    def exchange(self, request):
        try:
            return super().exchange(request)
        except Failed as failed:
            if failed.args[0] == 'tls':
                raise
            raise Refused(504, b'') from None
