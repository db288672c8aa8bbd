<?php

/* Prints the path that onliner/imgproxy-php makes. Argument: a source. */

use Onliner\ImgProxy\Options\{Quality, Resize};
use Onliner\ImgProxy\UrlBuilder;

spl_autoload_register(function (string $name): void {
    require __DIR__ . '/../../fixtures/imgproxy-php/src/' . strtr(substr($name, strlen('Onliner\\ImgProxy\\')), '\\', '/') . '.php';
});

$builder = UrlBuilder::signed(getenv('IMAGES_KEY'), getenv('IMAGES_SALT'));
echo $builder->with(new Resize('fill', 300, 200), new Quality(70))->url($argv[1], 'avif'), "\n";
