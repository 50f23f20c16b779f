<?php
/* The webhooks of the interface: the check of their digest, and what they say of a payment, a checkout or a request. */
declare(strict_types=1);
require_once __DIR__ . '/json.php';

const RANKS = ['NEW' => 0, 'WAITING_PAYMENT' => 0, 'REQUEST_CREATED' => 1, 'PENDING' => 2, 'PENDING_PAYMENT' => 2, 'PAYMENT_DETECTED' => 2,
    'FROZEN' => 2, 'CONFLICT' => 3, 'SUCCESS' => 4, 'PARTIAL_SUCCESS' => 4, 'FAILED' => 4, 'CANCELLED' => 4, 'EXPIRED' => 4];

function rank(mixed $status): int
{
    return is_string($status) ? RANKS[$status] ?? 2 : 2;
}

/** What a status means for the merchant; a status of tomorrow is unknown, not an error. */
function outcome(mixed $status): string
{
    return match (true) {
        !is_string($status) || !isset(RANKS[$status]) => 'unknown',
        in_array($status, ['SUCCESS', 'PARTIAL_SUCCESS'], true) => 'succeeded',
        default => RANKS[$status] >= 3 ? 'failed' : 'pending',
    };
}

/** True for a payment, a checkout or a request. */
function isRecord(mixed $value): bool
{
    return is_object($value) && is_string($value->id ?? null) && preg_match('/^(PMT|CCO|CAPD)-/', $value->id) === 1;
}

/** Takes webhooks at least once and in any order, and keeps the last state of each record. */
final class Webhooks
{
    private array $records = [];
    private array $seen = [];
    /** What the merchant's own, slow work comes to after the answer. */
    private array $later = [];

    public function receive(?string $secret, array $headers, string $body): array
    {
        $accepted = $secret === null || $this->isRight($secret, $headers, $body);
        $event = $accepted ? $this->event($body) : null;
        $applied = $event !== null && $this->apply($event);
        $state = $event === null ? null : $this->state($event->id);
        return ['accepted' => $accepted, 'status' => $accepted ? 200 : 401, 'event' => $event, 'applied' => $applied, 'state' => $state];
    }

    /** Compares the digest of the raw bytes, in constant time; the service writes it in lower case. */
    private function isRight(string $secret, array $headers, string $body): bool
    {
        $given = array_filter($headers, fn (array $header) => strtolower($header[0]) === 'x-payload-digest');
        return count($given) === 1 && hash_equals(hash_hmac('sha1', $body, $secret), current($given)[1]);
    }

    private function event(string $body): ?object
    {
        try {
            $record = parseExact($body);
            return isRecord($record) ? $record : null;
        } catch (JsonException) {
            return null;
        }
    }

    /** Ranks grow, and a final status stays: what was overtaken, or came before, changes nothing. */
    private function apply(object $event): bool
    {
        $fields = (array) $event;
        ksort($fields);
        $key = sha1(serialize($fields));
        $reached = isset($this->records[$event->id]) ? rank($this->records[$event->id]->status ?? null) : -1;
        if (isset($this->seen[$key]) || $reached === 4 || rank($event->status ?? null) < $reached) {
            return false;
        }
        $this->seen[$key] = true;
        $this->records[$event->id] = $event;
        $this->later[] = $event;
        return true;
    }

    private function state(string $id): array
    {
        $record = $this->records[$id];
        $status = $record->status ?? null;
        return ['id' => $id, 'status' => $status, 'amount' => $record->amount ?? null, 'outcome' => outcome($status)];
    }
}
