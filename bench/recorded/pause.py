"""How long a client waits for, in seconds, by Retry-After in seconds or as a date; a moment without one."""
import email.utils, time


def pause_s(retry_after):
    if retry_after is None:
        return 0.1
    if retry_after.isdigit():
        return int(retry_after)
    return max(0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
