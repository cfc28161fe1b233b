import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { UploadedFile } from '../files/uploaded-file.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import { isStorable, refuseHostile } from '../kernel/text/hostile-input.ts';

/** Registers routes that take a file: multipart only, in a scope of their own, so that no other route takes it. */
export function registerUploads(app: FastifyInstance, routes: readonly RouteOptions[]): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // How large a file may be depends on what it is; whoever takes it measures.
    await scope.register(multipart, {
      limits: { files: 1, fields: 0, parts: 2, headerPairs: 20, fileSize: Number.POSITIVE_INFINITY },
    });
    for (const route of routes) scope.route(route);
  });
}

/** The file of a request; without one it is refused. */
export async function uploadedFile(request: FastifyRequest): Promise<UploadedFile> {
  if (!request.isMultipart()) throw refuse('E_CONTENT_TYPE', { expected: 'multipart/form-data' });
  const part = await request.file().catch(() => undefined);
  if (part === undefined) throw refuse('E_FILE_MISSING');
  const name = part.filename ?? '';
  if (!isStorable(name)) part.file.resume();
  refuseHostile(name, ['file', 'name']);
  return new UploadedFile(name, part.file);
}
