import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cookies } from '../kernel/caller/cookies.ts';

/** The cookies of a request, and where those of its answer go: none is read by a page, or sent from another site. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
  return {
    get: (name) => cookieIn(request.headers.cookie ?? '', name),
    set({ name, value, path, seconds }) {
      const secure = request.protocol === 'https' ? '; Secure' : '';
      reply.header(
        'set-cookie',
        `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
      );
    },
  };
}

function cookieIn(header: string, name: string): string | undefined {
  const pair = header.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}
