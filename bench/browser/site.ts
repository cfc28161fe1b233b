import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import path from 'node:path';

/** Serves a built app, and hands its calls on to the API of the product: both apps have the same. */
export type Site = { readonly url: string; stop(): Promise<void> };

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export async function startSite(folder: string, api: string): Promise<Site> {
  const server = createServer((call, answer) => {
    const { pathname } = new URL(call.url ?? '/', api);
    if (/^\/v[12]\//.test(pathname)) handOn(call, answer, api);
    else send(fileFor(folder, pathname), answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function handOn(call: IncomingMessage, answer: ServerResponse, api: string): void {
  const { host: _, ...headers } = call.headers;
  const onward = request(`${api}${call.url}`, { method: call.method, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  onward.on('error', () => answer.writeHead(502).end());
  call.pipe(onward);
}

/** A file of the app; every other address is a route of it. */
function fileFor(folder: string, pathname: string): string {
  const file = path.join(folder, path.normalize(pathname));
  return existsSync(file) && statSync(file).isFile() ? file : path.join(folder, 'index.html');
}

function send(file: string, answer: ServerResponse): void {
  const isAsset = file.includes(`${path.sep}assets${path.sep}`);
  answer.writeHead(200, {
    'content-type': types[path.extname(file)] ?? 'application/octet-stream',
    'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  createReadStream(file).pipe(answer);
}
