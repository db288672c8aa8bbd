<?php

/*
 * Sends one request as the WordPress plugin does, with PHP's own curl or fopen, and prints the answer
 * as JSON. Arguments: the driver, the address, the certificate. Standard input: JSON with method,
 * path (or a whole address), key, and what is sent: json, file, or nothing.
 */

[, $driver, $base, $certificate] = $argv;
$asked = json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
$url = str_starts_with($asked['path'], 'https:') ? $asked['path'] : $base . $asked['path'];
$json = isset($asked['json']) ? json_encode($asked['json']) : null;
$body = $json ?? (isset($asked['file']) ? file_get_contents($asked['file']) : null);
$type = $json === null ? [] : ['Content-Type: application/json'];

/** Without a key curl still sends credentials: the user name alone. */
function ask_by_curl($method, $url, $key, $type, $body, $certificate)
{
    $request = curl_init();
    curl_setopt_array($request, [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_HEADER => true,
        CURLOPT_USERPWD => 'api:' . $key,
        CURLOPT_CAINFO => $certificate,
        CURLOPT_SSL_VERIFYPEER => true,
        CURLOPT_USERAGENT => 'Tinify/1.6.4 PHP/' . PHP_VERSION . ' WordPress/6.9 Plugin/3.7.0',
        CURLOPT_SSLVERSION => CURL_SSLVERSION_TLSv1_2,
        CURLOPT_TIMEOUT => 120,
        CURLOPT_CONNECTTIMEOUT => 8,
        CURLOPT_URL => $url,
        CURLOPT_CUSTOMREQUEST => $method,
    ]);
    if (count($type) > 0) {
        curl_setopt($request, CURLOPT_HTTPHEADER, $type);
    }
    if ($body) {
        curl_setopt($request, CURLOPT_POSTFIELDS, $body);
    }
    $response = curl_exec($request);
    if (!is_string($response)) {
        throw new Exception(curl_error($request));
    }
    $head_bytes = curl_getinfo($request, CURLINFO_HEADER_SIZE);
    return [
        curl_getinfo($request, CURLINFO_HTTP_CODE),
        explode("\r\n", substr($response, 0, $head_bytes)),
        substr($response, $head_bytes),
    ];
}

function ask_by_fopen($method, $url, $key, $type, $body, $certificate)
{
    $context = stream_context_create([
        'http' => [
            'method' => $method,
            'header' => array_merge($type, [
                'Authorization: Basic ' . base64_encode('api:' . $key),
                'User-Agent: WordPress/6.9 Plugin/3.7.0 fopen',
                'Content-Type: multipart/form-data',
            ]),
            'content' => $body,
            'follow_location' => 0,
            'max_redirects' => 1,
            'ignore_errors' => true,
        ],
        'ssl' => ['cafile' => $certificate, 'verify_peer' => true],
    ]);
    $request = fopen($url, 'rb', false, $context);
    $lines = stream_get_meta_data($request)['wrapper_data'];
    return [intval(explode(' ', $lines[0])[1]), $lines, stream_get_contents($request)];
}

$ask = $driver === 'curl' ? 'ask_by_curl' : 'ask_by_fopen';
$key = $asked['key'] ?? null;
[$status, $lines, $content] = $ask($asked['method'], $url, $key, $type, $body, $certificate);

$headers = [];
foreach ($lines as $line) {
    $parts = explode(':', $line, 2);
    if (count($parts) === 2) {
        $headers[strtolower($parts[0])] = trim($parts[1]);
    }
}
$decoded = json_decode($content);
echo json_encode([
    'status' => $status,
    'headers' => $headers,
    'json' => $decoded,
    // An empty body of JSON is a failure for the plugin.
    'isTruthy' => (bool) $decoded,
    'bytes' => strlen($content),
]);
