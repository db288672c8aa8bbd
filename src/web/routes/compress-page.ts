import { accountOf } from '../../http/context.ts';
import { isDemo } from '../access/demo.ts';
import { respondWithPage } from '../context.ts';
import { createFormReader } from '../form.ts';
import { compressPage } from '../pages/compress.ts';
import type { Routes, WebParts } from '../web-parts.ts';
import { archiveRoute } from './archive.ts';
import { pictureFormRoute } from './picture-form.ts';

/** The compress page. */
export const compressPageRoutes = (parts: WebParts): Routes => {
  const { maxFiles = mostFiles, known, maxUploadBytes, answerSeconds, settings } = parts;
  const { picturesPerHour, uploadBytes } = settings.demo;
  const common = { types: known.types, mostPictures, maxFiles, maxUploadBytes, answerSeconds };
  const inDemo = {
    ...common,
    maxUploadBytes: Math.min(maxUploadBytes, uploadBytes),
    demo: { picturesPerHour, registration: settings.registration },
  };
  return {
    'GET /': (ctx) =>
      respondWithPage(ctx, compressPage(ctx.state.frame, isDemo(accountOf(ctx)) ? inDemo : common)),
  };
};

/** Where its forms go. */
export const formRoutes = (parts: WebParts): Routes => {
  const { minRate, maxFiles = mostFiles } = parts;
  const readForm = createFormReader(minRate, archiveBytes);
  return {
    'POST /web/zip': archiveRoute({ ...parts, readForm }),
    'POST /web/form': pictureFormRoute({ ...parts, maxFiles }),
  };
};

/** So many that the body of a form arrives within the time limit of a request. */
const mostFiles = 20;

/** Most pictures in the list of the page. */
const mostPictures = 2000;

/** Of a form that names the pictures of an archive: 1,000 bytes for each, encoded. */
const archiveBytes = 1000 * mostPictures;
