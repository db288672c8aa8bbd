import { createHmac } from 'node:crypto';

/**
 * A loader of next/image that signs. Use it on the server, with `getImageProps`, since `images.loaderFile` and the
 * component `Image` would sign in the browser, which must not have the key:
 *
 *   const { props } = getImageProps({ loader, src, alt, width: 600, height: 400, sizes: '50vw' });
 *   return <img {...props} />;
 */
export const loader = ({ src, width, quality }) => {
  const options = `w:${width}${quality ? `/q:${quality}` : ''}`;
  const path = `/${options}/plain/${encodeURIComponent(src)}`;
  const signature = createHmac('sha256', Buffer.from(process.env.IMAGES_KEY, 'hex'))
    .update(Buffer.from(process.env.IMAGES_SALT, 'hex'))
    .update(path)
    .digest('base64url');
  // Such as https://images.example.org/img.
  return `${process.env.IMAGES_URL}/${signature}${path}`;
};
