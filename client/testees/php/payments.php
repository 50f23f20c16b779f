<?php
/* A small client library of the interface. Amounts are texts, so that no digit is lost. testee.php connects it to Assay. */
declare(strict_types=1);
require_once __DIR__ . '/json.php';

const OPERATIONS = [
    'listMethods' => 'GET /v1/user/methods',
    'listPayments' => 'GET /v1/user/payments',
    'searchPayments' => 'GET /v2/user/payments/search',
    'getPayment' => 'GET /v1/user/payments/{id}',
    'createPayin' => 'POST /v1/user/payments/payin',
    'createPayout' => 'POST /v1/user/payments/payout',
    'listExchangeLimits' => 'GET /v1/user/exchange/limits',
    'getExchangeLimit' => 'GET /v1/user/exchange/limits/{symbolPair}',
    'listExchangeRates' => 'GET /v1/user/exchange/rates',
    'getExchangeRate' => 'GET /v1/user/exchange/rates/{symbolPair}',
    'createExchange' => 'POST /v1/user/exchange',
    'listBalances' => 'GET /v1/user/wallet/balances',
    'createCheckout' => 'POST /v1/user/crypto-acquiring/{projectId}/checkouts',
    'getDepositOptions' => 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options',
    'createRequest' => 'POST /v1/user/crypto-acquiring/{projectId}/requests',
    'createBundle' => 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
    'getAcquiringRate' => 'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}',
];
const PLAIN_TEXT = ['createPayout', 'createExchange'];
const LONGEST_WAIT_S = 5; // A longer Retry-After is the caller's to wait for.

/** An answer other than 2xx, with its status and its raw body. */
final class Refused extends Exception
{
    public function __construct(public readonly int $status, public readonly string $body)
    {
        parent::__construct("refused with $status");
    }
}

/** A call that brought no usable answer: timeout, network, tls, unreadable or argument. */
final class Failed extends Exception
{
    public function __construct(public readonly string $kind, string $message)
    {
        parent::__construct($message);
    }
}

final class Client
{
    public function __construct(
        private readonly string $baseUrl,
        private readonly string $tokenId,
        #[SensitiveParameter] private readonly string $secret,
        private readonly string $scheme = 'signed',
        private readonly float $timeoutS = 10.0,
        private readonly ?string $caFile = null,
    ) {
    }

    public function call(string $operation, array $path = [], array $query = [], ?object $body = null): mixed
    {
        [$method, $template] = explode(' ', OPERATIONS[$operation]);
        $text = $method === 'GET' ? '' : writeExact($body ?? new stdClass());
        $isRepeatable = $method === 'GET' || ($body->clientOrderId ?? '') !== '';
        [$status, , $answer] = $this->send($method, $this->address($template, $path, $query), $text, $isRepeatable);
        if ($status < 200 || $status > 299) {
            throw new Refused($status, $answer);
        }
        return $this->read($operation, $answer);
    }

    /** Every payment once, even if new ones move others to a later page. The service says where it begins to count. */
    public function allPayments(array $query): array
    {
        $found = [];
        $last = -1;
        for ($asked = $query; ; $asked = ['page' => $last + 1] + $query) {
            $page = $this->call('searchPayments', [], $asked);
            if (!is_array($page->content ?? null) || !is_int($page->number ?? null) || $page->number <= $last) {
                throw new Failed('unreadable', 'no further page');
            }
            foreach ($page->content as $payment) {
                $found[$payment->id] = $payment;
            }
            if (($page->last ?? false) === true || $page->content === []) {
                return array_values($found);
            }
            $last = $page->number;
        }
    }

    private function address(string $template, array $path, array $query): string
    {
        $value = function (array $match) use ($path): string {
            $text = $path[$match[1]] ?? '';
            if (!is_string($text) || $text === '') {
                throw new Failed('argument', 'a path value is missing');
            }
            return trim($text, '.') === '' ? str_replace('.', '%2E', $text) : rawurlencode($text);
        };
        $pairs = [];
        foreach ($query as $name => $parts) {
            foreach ((array) $parts as $part) {
                $pairs[] = rawurlencode((string) $name) . '=' . rawurlencode((string) $part);
            }
        }
        return $this->baseUrl . preg_replace_callback('/\{(\w+)\}/', $value, $template) . ($pairs ? '?' . implode('&', $pairs) : '');
    }

    private function headers(string $method, string $body): array
    {
        $salt = bin2hex(random_bytes(32));
        $proof = $this->scheme === 'simple'
            ? ["X-Token-API-Secret: $this->secret"]
            : ['X-HMAC-SHA256-Signature: ' . hash_hmac('sha256', $body . $salt, $this->secret), "X-Salt: $salt"];
        return ["X-Token-API-Id: $this->tokenId", ...$proof, ...($method === 'POST' ? ['Content-Type: application/json'] : [])];
    }

    /** Waits after a rate refusal and repeats: reads, and creations whose clientOrderId the service knows again. */
    private function send(string $method, string $address, string $body, bool $isRepeatable): array
    {
        for ($repeats = 0; ; $repeats++) {
            $answer = $this->exchange($method, $address, $body);
            $wait = $answer[0] === 429 && $isRepeatable && $repeats < 2 ? $this->waitS($answer[1]['retry-after'] ?? '') : null;
            if ($wait === null) {
                return $answer;
            }
            usleep((int) ($wait * 1_000_000));
        }
    }

    /** Seconds until a repeat, from either form of Retry-After; null: the caller decides. */
    private function waitS(string $text): ?float
    {
        $at = ctype_digit($text) ? microtime(true) + (int) $text : strtotime($text);
        $wait = $at === false ? INF : $at - microtime(true);
        return $wait <= LONGEST_WAIT_S ? max(0.0, $wait) : null;
    }

    /** One request: status, headers in lower case, body. No redirect is followed, so nothing reaches another host. */
    private function exchange(string $method, string $address, string $body): array
    {
        $http = ['method' => $method, 'header' => $this->headers($method, $body), 'content' => $body, 'timeout' => $this->timeoutS,
            'protocol_version' => 1.1, 'follow_location' => 0, 'ignore_errors' => true, 'auto_decode' => false];
        $context = stream_context_create(['http' => $http, 'ssl' => $this->caFile === null ? [] : ['cafile' => $this->caFile]]);
        $until = microtime(true) + $this->timeoutS;
        $warnings = '';
        set_error_handler(function (int $level, string $message) use (&$warnings): bool {
            $warnings .= $message;
            return true;
        });
        $stream = fopen($address, 'r', false, $context);
        restore_error_handler();
        if ($stream === false) {
            $kind = preg_match('/SSL|TLS|crypto/', $warnings) ? 'tls' : (microtime(true) >= $until ? 'timeout' : 'network');
            throw new Failed($kind, 'no answer');
        }
        [$status, $headers] = $this->head(stream_get_meta_data($stream)['wrapper_data']);
        return [$status, $headers, $this->body($stream, $headers, $until)];
    }

    private function head(array $lines): array
    {
        preg_match('/^HTTP\/\S+ (\d+)/', array_shift($lines), $match);
        $headers = [];
        foreach ($lines as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $headers[strtolower($name)] = trim($value);
        }
        return [(int) $match[1], $headers];
    }

    private function body($stream, array $headers, float $until): string
    {
        for ($raw = ''; !feof($stream); $raw .= fread($stream, 65536)) {
            $left = max(0.001, $until - microtime(true));
            stream_set_timeout($stream, (int) $left, (int) (fmod($left, 1) * 1_000_000));
            if (microtime(true) >= $until || stream_get_meta_data($stream)['timed_out']) {
                throw new Failed('timeout', 'the answer did not end in time');
            }
        }
        if (strtolower($headers['transfer-encoding'] ?? '') === 'chunked') {
            return $this->joined($raw);
        }
        if (strlen($raw) < (int) ($headers['content-length'] ?? 0)) {
            throw new Failed('network', 'the answer was cut');
        }
        return $raw;
    }

    private function joined(string $chunks): string
    {
        for ($body = ''; preg_match('/\G([0-9a-fA-F]+)[^\r\n]*\r\n/A', $chunks, $match); ) {
            $size = (int) hexdec($match[1]);
            if ($size === 0) {
                return $body;
            }
            $body .= substr($chunks, strlen($match[0]), $size);
            $chunks = substr($chunks, strlen($match[0]) + $size + 2);
        }
        throw new Failed('network', 'the answer was cut');
    }

    private function read(string $operation, string $body): mixed
    {
        try {
            return in_array($operation, PLAIN_TEXT, true) && $body !== '' && preg_match('//u', $body) ? $body : parseExact($body);
        } catch (JsonException) {
            throw new Failed('unreadable', 'the answer is not what the interface says');
        }
    }
}
