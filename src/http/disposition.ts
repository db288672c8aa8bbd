/** Content-Disposition with a file name of any characters (RFC 6266, sections 4.1 and 4.3; RFC 8187). */
export const dispositionOf = (kind: 'attachment' | 'inline', name: string): string => {
  const wellFormed = name.toWellFormed();
  const ascii = wellFormed.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(wellFormed).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
