import type { IncomingHttpHeaders } from 'node:http';

type Answer = Readonly<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>;

type Ask = (
  path: string,
  request: Readonly<{ method: string; headers: Record<string, string>; body?: string }>,
) => Promise<Answer>;

export type Visit = Readonly<{
  method?: string;
  /** Fields of a form, which make it a POST from a page of this service. */
  form?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Sent instead of what the site has set. */
  cookie?: string;
}>;

/** A browser as far as requests go: it keeps the cookie of the site, and follows nothing. */
export type Visitor = Readonly<{
  visit: (path: string, visit?: Visit) => Promise<Page>;
  cookie: () => string | undefined;
}>;

export type Page = Answer &
  Readonly<{
    text: string;
    location: string | undefined;
    /** `Set-Cookie` as it came. */
    setCookie: string | undefined;
  }>;

/** A visitor whose requests are sent by `ask`. */
export const createVisitor = (ask: Ask): Visitor => {
  let kept: string | undefined;
  const visit: Visitor['visit'] = async (path, { method, form, headers, cookie } = {}) => {
    const sent = cookie ?? kept;
    const answer = await ask(path, {
      method: method ?? (form === undefined ? 'GET' : 'POST'),
      headers: {
        accept: 'text/html,application/xhtml+xml',
        ...(sent === undefined ? {} : { cookie: sent }),
        ...(form === undefined ? {} : formHeaders),
        ...headers,
      },
      ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
    });
    const [setCookie] = answer.headers['set-cookie'] ?? [];
    if (setCookie !== undefined) {
      kept = setCookie.includes('Max-Age=0;') ? undefined : setCookie.split(';')[0];
    }
    const { location } = answer.headers;
    return { ...answer, text: answer.body.toString(), location, setCookie };
  };
  return { visit, cookie: () => kept };
};

const formHeaders = {
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/x-www-form-urlencoded',
};
