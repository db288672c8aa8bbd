// A CloudFront function (runtime 2.0) for viewer requests. The cache policy has the header Accept in its key, and heeds
// the Cache-Control of the origin. Three values of Accept are left, so that an address is kept three times at most.
// eslint-disable-next-line no-unused-vars -- CloudFront calls it
function handler({ request }) {
  const accept = request.headers.accept ? request.headers.accept.value : '';
  const isAvif = accept.includes('image/avif');
  const isWebp = accept.includes('image/webp');
  const value = isAvif ? 'image/avif,image/webp' : isWebp ? 'image/webp' : '*/*';
  request.headers.accept = { value };
  return request;
}
