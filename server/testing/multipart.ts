import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './test-app.ts';

/** A multipart body with one file, as a browser sends it. */
export function multipart(name: string, content: Buffer): { readonly body: Buffer; readonly type: string } {
  const boundary = '----boundary-of-tests';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

/** Uploads a file as a member of staff and answers the whole response. */
export async function send(
  test: TestApp,
  account: string,
  path: string,
  name: string,
  content: Buffer,
): Promise<LightMyRequestResponse> {
  const { body, type } = multipart(name, content);
  return test.app.inject({
    method: 'POST',
    url: path,
    payload: body,
    headers: { 'content-type': type, 'x-app-token': await test.token(account) },
  });
}

/** The same, for a file that is taken; answers its id. */
export async function uploadAs(test: TestApp, account: string, name: string, content: Buffer): Promise<string> {
  const answer = (await send(test, account, '/v1/file/upload', name, content)).json();
  if (answer.code !== '0') throw new TypeError(`not taken: ${JSON.stringify(answer)}`);
  return answer.data.id;
}
