import { expect, it } from 'vitest';
import { ApiRefusal, createApiClient } from '../../client/index.ts';
import { inChinese } from '../texts/chinese.testing.ts';
import { rehearsalClient } from './rehearsal.ts';

const target = { page: 'books', level: 'org' } as const;

/** A page that is looked at, over a server that answers so; with what was sent, and how often it was told that nothing was written. */
function looked(answer: object) {
  const sent: { readonly url: string; readonly body: unknown }[] = [];
  const told: string[] = [];
  const client = createApiClient({
    ...{ baseUrl: '', token: () => null, onRefusal: () => undefined },
    transport: async ({ url, body }) => {
      sent.push({ url, body: JSON.parse(String(body)) });
      return { body: answer, header: () => null };
    },
  });
  return { sent, told, client: rehearsalClient(client, { target, document: {} }, inChinese, () => told.push('told')) };
}

async function refusalOf(call: Promise<unknown>): Promise<ApiRefusal> {
  const refusal: unknown = await call.catch((error: unknown) => error);
  if (refusal instanceof ApiRefusal) return refusal;
  return expect.fail('it was not refused');
}

it('reads what is there, and has the server try out what would be written: that alone is sent', async () => {
  const { client, sent, told } = looked({ code: '0', message: '', data: { isRehearsed: true } });
  await client.callAt('/v1/book/query', { size: 1 });
  const refusal = await refusalOf(client.callAt('/v1/book/create', { title: '海国图志' }));
  expect(refusal.message).toMatch(/^预演通过/);
  expect(sent).toEqual([
    { url: '/v1/book/query', body: { size: 1 } },
    { url: '/v1/design/rehearse', body: { path: '/v1/book/create', body: { title: '海国图志' }, page: 'books' } },
  ]);
  expect(told).toHaveLength(1);
});

it('says so where the server does not try it out, and is refused where the server refuses', async () => {
  const unseen = looked({ code: '0', message: '', data: { isRehearsed: false } });
  expect((await refusalOf(unseen.client.callAt('/v1/book/export', {}))).message).toMatch(/^预演：填写的内容已检查/);
  const error = { code: 'E_INPUT_INVALID', requestId: '1', faults: [{ code: 'E_INPUT_DUPLICATE', pointer: '/isbn' }] };
  const wrong = looked({ code: '1', message: '提交的内容有误', data: { error } });
  expect((await refusalOf(wrong.client.callAt('/v1/book/create', {}))).faults).toMatchObject([{ pointer: '/isbn' }]);
  expect(wrong.told).toEqual([]);
});
