import { describe, expect, it } from 'vitest';
import { type ApiClientOptions, createApiClient } from './api-client.ts';
import { ApiRefusal } from './api-refusal.ts';
import type { Transport } from './transport.ts';

type Sent = { path: string; headers: Record<string, unknown>; body: unknown };

function setup(answer: unknown, options: Partial<ApiClientOptions> = {}) {
  const sent: Sent[] = [];
  const told: ApiRefusal[] = [];
  const transport: Transport = async ({ url, headers, body }) => {
    sent.push({ path: url, headers, body: JSON.parse(String(body)) });
    if (answer instanceof Error) throw answer;
    return { body: answer, header: () => null };
  };
  const client = createApiClient({
    baseUrl: '',
    token: () => 'secret',
    onRefusal: (refusal) => told.push(refusal),
    transport,
    ...options,
  });
  return { client, sent, told };
}

const refusal = (code: string, error: unknown = { code: 'E_STATE', requestId: 'req-1' }) => ({
  code,
  message: '当前状态不允许该操作',
  data: { error },
});

async function failure(promise: Promise<unknown>): Promise<ApiRefusal> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiRefusal) return error;
  return expect.fail('the call was not refused');
}

describe('api client', () => {
  it('answers the data of an envelope with code 0', async () => {
    const { client } = setup({ code: '0', message: '操作成功', data: { id: '1' } });
    expect(await client.callAt('/v1/book/view', { id: '1' })).toEqual({ id: '1' });
  });

  it('sends the headers of the specification, the page and the idempotency key', async () => {
    const { client, sent } = setup({ code: '0', message: '', data: null });
    await client.callAt('/v1/book/create', { title: 'a' }, { page: 'books', idempotencyKey: 'key-12345' });
    expect(sent[0]).toMatchObject({
      path: '/v1/book/create',
      body: { title: 'a' },
      headers: {
        'X-App-Token': 'secret',
        'X-App-Platform': 'sys',
        'X-App-Version': '2.2.1',
        'X-App-Page': 'books',
        'Idempotency-Key': 'key-12345',
      },
    });
  });

  it('asks for the language that is spoken at each call; of itself for none', async () => {
    let language = 'en-US';
    const { client, sent } = setup({ code: '0', message: '', data: null }, { language: () => language });
    await client.callAt('/v1/book/query');
    language = 'pt-BR';
    await client.callAt('/v1/book/query');
    const silent = setup({ code: '0', message: '', data: null });
    await silent.client.callAt('/v1/book/query');
    expect([...sent, ...silent.sent].map(({ headers }) => headers['Accept-Language'])).toEqual([
      'en-US',
      'pt-BR',
      undefined,
    ]);
  });

  it('sends no token header without a session', async () => {
    const { client, sent } = setup({ code: '0', message: '', data: null }, { token: () => null });
    await client.callAt('/v1/book/query');
    expect(sent[0]?.headers).not.toHaveProperty('X-App-Token');
    expect(sent[0]?.body).toEqual({});
  });

  it('throws a refusal with code, sentence, detail and request id, and tells the host', async () => {
    const { client, told } = setup(refusal('1'));
    const error = await failure(client.callAt('/v1/book/lend'));
    expect(error).toMatchObject({
      code: '1',
      message: '当前状态不允许该操作',
      requestId: 'req-1',
      detail: { code: 'E_STATE' },
    });
    expect(told).toEqual([error]);
  });

  it('tells the host nothing of a quiet call, unless the session is gone or the password comes first', async () => {
    const business = setup(refusal('1'));
    await failure(business.client.callAt('/v1/book/lend', {}, { quiet: true }));
    expect(business.told).toHaveLength(0);
    const session = setup(refusal('1002', { code: 'E_SESSION' }));
    await failure(session.client.callAt('/v1/book/lend', {}, { quiet: true }));
    expect(session.told).toHaveLength(1);
    const password = setup(refusal('1', { code: 'E_PASSWORD_FIRST' }));
    await failure(password.client.callAt('/v1/book/lend', {}, { quiet: true }));
    expect(password.told).toHaveLength(1);
  });

  it('turns a lost connection into a refusal of its own', async () => {
    const { client } = setup(new Error('ECONNREFUSED'));
    expect(await failure(client.callAt('/v1/book/query'))).toMatchObject({
      code: 'network',
      message: '网络异常，请稍后重试',
    });
  });

  it('turns an answer without envelope into a network refusal', async () => {
    const { client } = setup('<html>502 Bad Gateway</html>');
    expect(await failure(client.callAt('/v1/book/query'))).toMatchObject({ code: 'network' });
  });

  it('keeps a refusal without detail usable', async () => {
    const { client } = setup({ code: '1001', message: '服务器繁忙，请稍后重试', data: null });
    expect(await failure(client.callAt('/v1/book/query'))).toMatchObject({
      code: '1001',
      faults: [],
      requestId: undefined,
    });
  });

  it('passes on a cancelled call without telling anybody', async () => {
    const { client, told } = setup({ code: '0', message: '', data: null });
    const abort = new AbortController();
    abort.abort();
    await expect(client.callAt('/v1/book/query', {}, { signal: abort.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(told).toHaveLength(0);
  });
});

describe('a session that was lost', () => {
  /** A server that knows one token, and a person who has another until he signs in again. */
  function losing(renewed: () => Promise<boolean>, again = 'good') {
    let token: string | null = 'old';
    const sent: unknown[] = [];
    const told: string[] = [];
    const transport: Transport = async ({ headers, body }) => {
      const given = headers['X-App-Token'];
      sent.push([given, headers['Idempotency-Key'], body]);
      return {
        body: given === 'good' ? { code: '0', message: '', data: 'done' } : refusal('1002'),
        header: () => null,
      };
    };
    const client = createApiClient({
      baseUrl: '',
      token: () => token,
      onRefusal: ({ code }) => told.push(code),
      renewed: async () => {
        const isSame = await renewed();
        if (isSame) token = again;
        return isSame;
      },
      transport,
    });
    return { client, sent, told };
  }
  const write = ['/v1/book/modify', { title: 'typed' }, { idempotencyKey: 'key-12345' }] as const;

  it('sends the call once more, as it was, after signing in again', async () => {
    const { client, sent, told } = losing(async () => true);

    expect(await client.callAt(...write)).toBe('done');

    expect(sent).toEqual([
      ['old', 'key-12345', '{"title":"typed"}'],
      ['good', 'key-12345', '{"title":"typed"}'],
    ]);
    expect(told).toEqual(['1002']);
  });

  it('sends it no third time', async () => {
    const { client, sent } = losing(async () => true, 'bad');

    expect(await failure(client.callAt(...write))).toMatchObject({ code: '1002' });
    expect(sent).toHaveLength(2);
  });

  it('refuses it when nobody, or somebody else, signs in', async () => {
    const { client, sent } = losing(async () => false);

    expect(await failure(client.callAt(...write))).toMatchObject({ code: '1002' });
    expect(sent).toHaveLength(1);
  });

  it('waits for nobody with a call that is taken back, nor with one that belongs to its session', async () => {
    const { client, sent } = losing(() => new Promise(() => undefined));
    const aborting = new AbortController();
    const call = client.callAt('/v1/book/query', {}, { signal: aborting.signal });
    setTimeout(() => aborting.abort(), 5);

    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(await failure(client.call('/v1/sys/user/logout', {}, { thisSession: true }))).toMatchObject({
      code: '1002',
    });
    expect(sent).toHaveLength(2);
  });
});
