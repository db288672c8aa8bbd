import { inputMissing } from '../../errors.ts';
import { validatorOf } from '../../schema.ts';
import type { Upload, UploadInput } from '../../service/upload.ts';
import { type Valid, validate as check } from '../../validators/shrink.ts';
import { contentLengthOf, hasJsonContentType, readJson, validated } from '../body/json-body.ts';
import { bodyAtMinRate, type MinRate } from '../body/min-rate.ts';
import { accountOf, type Context, type Middleware } from '../context.ts';
import { respondWithUpload } from '../respond.ts';

export type ShrinkRouteOptions = Readonly<{
  upload: Upload;
  minRate: MinRate;
  /** Base address for Location. */
  baseUrl: (ctx: Context) => string;
}>;

/** `POST /shrink` (specification, sections 4.1 and 4.2). */
export const shrinkRoute = (options: ShrinkRouteOptions): Middleware => {
  const { upload, minRate, baseUrl } = options;

  const readInput = async (ctx: Context): Promise<UploadInput> => {
    if (!hasJsonContentType(ctx)) return { kind: 'body', body: bodyAtMinRate(ctx.req, minRate) };
    const body = await readJson(ctx, minRate);
    if (body === undefined) throw inputMissing();
    return { kind: 'url', url: validated(validate, body).source.url };
  };

  return async (ctx) => {
    const account = accountOf(ctx);
    const { requestId, gone: signal } = ctx.state;
    const uploaded = await upload({
      account,
      announcedBytes: contentLengthOf(ctx),
      readInput: () => readInput(ctx),
      requestId,
      signal,
    });
    respondWithUpload(ctx, account, uploaded, baseUrl(ctx));
  };
};

const validate = validatorOf<Valid>(check);
