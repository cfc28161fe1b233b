import type { FastifyRequest } from 'fastify';
import type { CallOrigin } from '../kernel/caller/origin.ts';
import { refuseHostile } from '../kernel/text/hostile-input.ts';

/** Where a request comes from, as far as it says. */
export function originOf(request: FastifyRequest): CallOrigin {
  return {
    ip: request.ip,
    userAgent: headerOf(request, 'user-agent') ?? '',
    platform: (headerOf(request, 'x-app-platform') ?? 'sys').slice(0, 16),
    appVersion: (headerOf(request, 'x-app-version') ?? '').slice(0, 16),
  };
}

/** A header that is given once and says something. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  if (typeof value !== 'string' || value === '') return undefined;
  refuseHostile(value, ['headers', name]);
  return value;
}
