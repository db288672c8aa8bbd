import { ServiceError } from '../../errors.ts';
import { clientNetwork } from '../../net/ip-ranges.ts';
import { respondWithPage, type WebMiddleware } from '../context.ts';
import { registerPage } from '../pages/register.ts';
import type { WebParts } from '../web-parts.ts';
import { newOwnerRoute } from './new-owner.ts';

/** `GET /register`: the form, where people make accounts themselves. */
export const registerForm =
  (parts: WebParts): WebMiddleware =>
  async (ctx) => {
    const mode = modeOf(parts);
    const page = registerPage(ctx.state.frame, { mode });
    respondWithPage(ctx, page, mode === 'closed' ? 403 : 200);
  };

/** `POST /register`: makes an account that can be used at once, or when it is approved. */
export const registerRoute = (parts: WebParts): WebMiddleware => {
  const { register, registrations } = parts;
  const mode = modeOf(parts);
  return newOwnerRoute({
    parts,
    page: (ctx, entered) => registerPage(ctx.state.frame, { ...entered, mode }),
    isOpen: async (ctx) => {
      try {
        register.checkOpen();
      } catch (error) {
        if (!(error instanceof ServiceError && error.code === 'registration_closed')) throw error;
        respondWithPage(ctx, registerPage(ctx.state.frame, { mode: 'closed' }), 403);
        return false;
      }
      await registrations.take(clientNetwork(ctx.state.address));
      return true;
    },
    make: (_form, fields) => register.register(fields),
  });
};

const modeOf = ({ registration }: WebParts): 'closed' | 'approval' | 'open' =>
  registration === 'invite' ? 'closed' : registration;
