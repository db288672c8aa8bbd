/** The host of a URL: a name, or an address without the brackets that IPv6 has there (RFC 3986, section 3.2.2). */
export const hostOf = ({ hostname }: Pick<URL, 'hostname'>): string =>
  hostname.replace(/^\[|\]$/g, '');
