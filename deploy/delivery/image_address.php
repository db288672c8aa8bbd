<?php

/** The address of a picture, such as image_address('https://cdn.shop.example/shoe.png', 'rs:fill:300:200'). */
function image_address(string $source, string $options): string
{
    $path = "/$options/plain/" . rawurlencode($source);
    $digest = hash_hmac('sha256', hex2bin(getenv('IMAGES_SALT')) . $path, hex2bin(getenv('IMAGES_KEY')), true);
    $signature = rtrim(strtr(base64_encode($digest), '+/', '-_'), '=');
    return getenv('IMAGES_URL') . "/$signature$path"; // IMAGES_URL: such as https://images.example.org/img
}
