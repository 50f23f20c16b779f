<?php
/* JSON without loss: numbers become texts on reading, and the texts named "amount" become numbers on writing. */
declare(strict_types=1);

/** Integers of the contract; every other number may be money, and stays a text. */
const INTEGERS = ['scale', 'verificationLevel', 'page', 'offset', 'pageNumber', 'pageSize', 'number', 'numberOfElements', 'size',
    'totalElements', 'totalPages'];

/** A string, or a number outside of strings. */
const TOKEN = '/"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"|-?(?:0|[1-9]\d*+)(?:\.\d++)?(?:[eE][+-]?\d++)?/s';

function parseExact(string $text): mixed
{
    $quoted = preg_replace_callback(TOKEN, fn (array $match) => $match[0][0] === '"' ? $match[0] : '"' . plain($match[0]) . '"', $text);
    return withIntegers(json_decode($quoted ?? '', false, 512, JSON_THROW_ON_ERROR));
}

function writeExact(object $body): string
{
    checkAmounts($body);
    $text = json_encode($body, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
    return preg_replace('/"amount":"(-?\d+(?:\.\d+)?)"/', '"amount":$1', $text);
}

/** Writes 1.5e-8 as 0.000000015. */
function plain(string $numeral): string
{
    preg_match('/^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/', $numeral, $match);
    [, $sign, $whole, $fraction, $shift] = $match + ['', '', '', '', '0'];
    $shift = (int) $shift;
    if ($shift === 0) {
        return $sign . $whole . ($fraction === '' ? '' : ".$fraction");
    }
    if (abs($shift) > 1000) {
        throw new JsonException('no number of money');
    }
    $digits = str_repeat('0', max(0, -$shift)) . $whole . $fraction . str_repeat('0', max(0, $shift - strlen($fraction)));
    $point = max(0, -$shift) + strlen($whole) + $shift;
    $left = ltrim(substr($digits, 0, $point), '0');
    return $sign . ($left === '' ? '0' : $left) . ($point < strlen($digits) ? '.' . substr($digits, $point) : '');
}

function withIntegers(mixed $value, string $name = ''): mixed
{
    if (is_object($value) || is_array($value)) {
        foreach ($value as $key => &$part) {
            $part = withIntegers($part, (string) $key);
        }
        return $value;
    }
    return is_string($value) && in_array($name, INTEGERS, true) && preg_match('/^-?\d{1,15}$/', $value) ? (int) $value : $value;
}

/** Refuses amounts that are no plain decimals, at any depth. */
function checkAmounts(mixed $value): void
{
    foreach (is_object($value) || is_array($value) ? $value : [] as $name => $part) {
        if ($name === 'amount' && !(is_string($part) && preg_match('/^-?\d+(\.\d+)?$/D', $part))) {
            throw new Failed('argument', 'an amount is no decimal');
        }
        checkAmounts($part);
    }
}
