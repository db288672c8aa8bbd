<?php

/*
 * Works with the official PHP library, pointed at a service as docs/clients.md says, and prints what
 * came of each step as JSON. Arguments: the address, the certificate, a picture, a folder for results.
 */

[, $base, $certificate, $picture, $folder] = $argv;

$library = __DIR__ . '/../../fixtures/tinify-php/lib/';
foreach (['Tinify/Exception', 'Tinify/ResultMeta', 'Tinify/Result', 'Tinify/Source', 'Tinify/Client', 'Tinify'] as $name) {
    require $library . $name . '.php';
}

class ShrinkdClient extends \Tinify\Client
{
    public static $base;

    function __construct($key, $certificate)
    {
        parent::__construct($key);
        $options = new ReflectionProperty(\Tinify\Client::class, 'options');
        $options->setValue($this, [CURLOPT_CAINFO => $certificate] + $options->getValue($this));
    }

    function request($method, $url, $body = null)
    {
        return parent::request($method, str_starts_with($url, 'https:') ? $url : self::$base . $url, $body);
    }
}

ShrinkdClient::$base = $base;

function use_key($key)
{
    global $certificate;
    \Tinify\setKey($key);
    \Tinify\Tinify::setClient(new ShrinkdClient($key, $certificate));
}

/** What a step throws, as its class and message. */
function failure_of($step)
{
    try {
        $step();
        return null;
    } catch (\Tinify\Exception $error) {
        return [get_class($error), $error->getMessage()];
    }
}

$register = fn($who) => (new ShrinkdClient(null, $certificate))->request('post', '/keys', $who);
$told = [];
$told['register nobody'] = failure_of(fn() => $register(['email' => 'nobody']));
$key = json_decode($register(['email' => 'php@example.org', 'name' => 'PHP'])->body)->key;
$told['key'] = $key;

use_key(strrev($key));
$told['validate a wrong key'] = failure_of('\Tinify\validate');

use_key($key);
$told['validate'] = \Tinify\validate();
$told['count at first'] = \Tinify\compressionCount();

$source = \Tinify\fromFile($picture);
$source->toFile("$folder/plain");
$source->resize(['method' => 'fit', 'width' => 40, 'height' => 40])->toFile("$folder/resized");
$source->preserve('copyright', 'creation')->toFile("$folder/preserved");
$result = $source->convert(['type' => ['image/webp', 'image/png']])->result();
$told['converted'] = [$result->mediaType(), $result->size() === strlen($result->toBuffer())];
$told['count'] = \Tinify\compressionCount();

for ($left = 3; $left > 0; $left -= 1) {
    \Tinify\fromFile($picture)->toBuffer();
}
$told['over the limit'] = failure_of(fn() => \Tinify\fromFile($picture)->toBuffer());
$told['validate over the limit'] = \Tinify\validate();
$told['count at last'] = \Tinify\compressionCount();

echo json_encode($told);
