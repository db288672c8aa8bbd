/** `__Host-`: browsers accept it only with Secure, Path=/ and without Domain, so no other host can set it. */
type HostCookie = `__Host-${string}`;

/** `Set-Cookie` that only this service gets back, and no script reads. */
export const setCookie = (
  name: HostCookie,
  value: string,
  maxAgeSeconds: number,
  sameSite: 'Lax' | 'Strict' = 'Lax',
): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=${sameSite}`;

/** The value of a cookie in a `Cookie` header. */
export const cookieIn = (header: string, name: HostCookie): string | undefined =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
