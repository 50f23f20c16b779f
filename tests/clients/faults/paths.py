"""Faults of pages, paths and queries (CLI-09)."""
import re
from itertools import islice
from urllib.parse import quote
from payments import Client
from registry import client


@client('first-page-only')
class _(Client):
    def pages(self, query):
        return islice(super().pages(query), 1)


@client('three-pages-at-most')
class _(Client):
    def pages(self, query):
        return islice(super().pages(query), 3)


@client('last-page-lost')
class _(Client):
    def pages(self, query):
        pages = list(super().pages(query))
        return pages[:-1] if len(pages) > 1 else pages


@client('counts-from-one')
class _(Client):
    def pages(self, query):
        return super().pages({'page': 1} | query)


@client('later-pages-without-filter')
class _(Client):
    def page(self, query):
        return super().page({name: query[name] for name in ('page', 'size') if name in query} if 'page' in query else query)


@client('later-pages-without-size')
class _(Client):
    def page(self, query):
        return super().page({name: value for name, value in query.items() if name != 'size' or 'page' not in query})


@client('doubles-when-growing')
class _(Client):
    def all_payments(self, query):
        return [payment for page in self.pages(query) for payment in page['content']]


@client('empty-page-fails')
class _(Client):
    def page(self, query):
        page = super().page(query)
        return page if page['content'] or 'page' not in query else self.unreadable()


@client('stops-at-a-known-payment')
class _(Client):
    def pages(self, query):
        known = set()
        for page in super().pages(query):
            yield page
            ids = {payment['id'] for payment in page['content']}
            if ids & known:
                return
            known |= ids


@client('slash-kept')
class _(Client):
    def path_value(self, value):
        return super().path_value(value).replace('%2F', '/')


@client('pair-not-escaped')
class _(Client):
    def target(self, template, path, query):
        pair = path.get('symbolPair')
        return super().target(template.replace('{symbolPair}', pair.replace(' ', '%20')) if pair else template, path, query)


@client('path-escaped-twice')
class _(Client):
    def path_value(self, value):
        return quote(super().path_value(value), safe='')


@client('plus-kept')
class _(Client):
    def query_value(self, value):
        return super().query_value(value).replace('%2B', '+')


@client('ampersand-kept')
class _(Client):
    def query_value(self, value):
        return super().query_value(value).replace('%26', '&')


@client('query-in-latin-1')
class _(Client):
    def query_value(self, value):
        return quote(str(value).encode('latin-1', 'replace'), safe='')


def without_escapes(*names):
    class Unescaped(Client):
        """Puts some path values into the address as they are."""

        def target(self, template, path, query):
            for name in names:
                template = template.replace('{' + name + '}', quote(path.get(name, ''), safe="/?#%&;=+,'\"|^`\\<>{}"))
            return super().target(template, path, query)
    return Unescaped


@client('request-id-not-escaped')
class _(without_escapes('requestId')):
    pass


@client('project-not-escaped')
class _(without_escapes('projectId')):
    def target(self, template, path, query):
        return super().target(template, path, query) if 'requests' in template else Client.target(self, template, path, query)


@client('empty-id-lists-payments')
class _(Client):
    def path_value(self, value):
        return super().path_value(value) if value else ''


@client('dots-climb')
class _(Client):
    def target(self, template, path, query):
        address = super().target(template, path, query)
        return re.sub(r'/[^/?]+/(?:%2E){2}(?=[/?]|$)', '', address, flags=re.I)
