"""Faults that show while pages are walked (CLI-09 for payments that are lost, CLI-04 for their amounts)."""
from contextlib import suppress
from payments import Client, Failed, Refused
from registry import client
from faults.amounts import by_float, changed_anywhere


class Ending(Client):
    """Takes some errors on a later page for the end of the list."""
    ENDS = ()

    def pages(self, query):
        pages = super().pages(query)
        yield next(pages)
        with suppress(*self.ENDS):
            yield from pages


@client('errors-end-the-walk')
class _(Ending):
    ENDS = (Refused, Failed)


@client('unreadable-page-ends-the-walk')
class _(Ending):
    ENDS = (Failed,)


@client('limited-page-ends-the-walk')
class _(Ending):
    def page(self, query):
        try:
            return super().page(query)
        except Refused as refused:
            if refused.args[0] == 429 and 'page' in query:
                return {'content': [], 'number': query['page'], 'last': True}
            raise

    def wait_s(self, headers):
        return None


@client('walked-amounts-by-float')
class _(Client):
    def all_payments(self, query):
        return changed_anywhere(super().all_payments(query), by_float)


@client('short-page-ends-the-walk')
class _(Client):
    SIZE = 100

    def pages(self, query):
        size = int(query.get('size', self.SIZE))
        for page in super().pages({'size': size} | query):
            yield page
            if len(page['content']) < size:
                return
