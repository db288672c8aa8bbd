import type { WebMiddleware } from '../context.ts';

/** Scripts, styles and images of this service alone, no text that becomes code, and no page around it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const yearSeconds = 31_536_000;

/**
 * Sets the headers of every answer to a browser. A route may replace `Content-Security-Policy` and `Cache-Control`.
 * `isTrusted`: browsers accept the certificate. With one they do not, Strict-Transport-Security would lock them out.
 */
export const setPageHeaders =
  ({ isTrusted }: Readonly<{ isTrusted: boolean }>): WebMiddleware =>
  async (ctx, next) => {
    ctx.set('Content-Security-Policy', policy);
    ctx.set('X-Content-Type-Options', 'nosniff');
    // No other server may see a token, whatever path it came to: routes take paths in any case and with a slash.
    ctx.set('Referrer-Policy', ctx.query['token'] === undefined ? 'same-origin' : 'no-referrer');
    ctx.set('Cross-Origin-Opener-Policy', 'same-origin');
    ctx.set('Cache-Control', 'no-store');
    if (isTrusted) ctx.set('Strict-Transport-Security', `max-age=${yearSeconds}`);
    await next();
  };
