<?php
/*
 * The testee in PHP 8.2, with the extensions that php-cli has: the loop that Assay talks to. Copy it, and let it call your SDK
 * instead of payments.php and webhooks.php. Run it with: npx assay client --testee "php testee.php"
 */
declare(strict_types=1);
require __DIR__ . '/payments.php';
require __DIR__ . '/webhooks.php';

const ABOUT = [
    'name' => 'assay-php',
    'version' => '1.0.0',
    'schemes' => ['signed', 'simple'],
    'features' => ['webhooks', 'handler', 'state', 'pages', 'ranges', 'tls', 'retries', 'outcomes'],
    'digestComparison' => 'hash_equals',
];

$client = null;
$webhooks = new Webhooks();

function call(?Client $client, object $asked): array
{
    if (!isset(OPERATIONS[$asked->operation])) {
        return ['unsupported' => "no operation $asked->operation"];
    }
    if ($client === null) {
        return ['error' => ['kind' => 'argument', 'message' => 'open comes first']];
    }
    $query = (array) ($asked->query ?? []);
    try {
        if ($asked->operation === 'searchPayments' && ($asked->allPages ?? false)) {
            return ['value' => $client->allPayments($query)];
        }
        $value = $client->call($asked->operation, (array) ($asked->path ?? []), $query, $asked->body ?? new stdClass());
        return ['value' => $value] + (isRecord($value) ? ['outcome' => outcome($value->status ?? null)] : []);
    } catch (Refused $refused) {
        return ['error' => ['kind' => 'refused', 'status' => $refused->status, 'body' => base64_encode($refused->body)]];
    } catch (Failed $failed) {
        return ['error' => ['kind' => $failed->kind, 'message' => $failed->getMessage()]];
    }
}

function answer(object $asked): array
{
    global $client, $webhooks;
    switch ($asked->do) {
        case 'open':
            if (($asked->version ?? 0) !== 1) {
                return ['unsupported' => "version $asked->version"];
            }
            $webhooks = new Webhooks();
            $seconds = ($asked->timeoutMs ?? 10_000) / 1000;
            $client = new Client($asked->baseUrl, $asked->tokenId, $asked->secret, $asked->scheme ?? 'signed', $seconds, $asked->caFile ?? null);
            return ['ok' => true] + ABOUT + ['operations' => array_keys(OPERATIONS)];
        case 'call':
            return call($client, $asked);
        case 'receiveWebhook':
            return $webhooks->receive($asked->secret ?? null, $asked->headers, base64_decode($asked->body));
        case 'close':
            return ['ok' => true];
        default:
            return ['unsupported' => "no $asked->do"];
    }
}

ini_set('memory_limit', '1G');
ini_set('pcre.backtrack_limit', '100000000');
ini_set('pcre.jit', '0'); // Its stack is too small for texts of megabytes.
ini_set('display_errors', 'stderr');
while (($line = fgets(STDIN)) !== false) {
    $asked = json_decode($line, false, 512, JSON_THROW_ON_ERROR);
    $text = json_encode(['id' => $asked->id] + answer($asked), JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR, 1024);
    fwrite(STDOUT, $text . "\n");
    if ($asked->do === 'close') {
        exit(0);
    }
}
