import { describe, expect, it } from 'vitest';
import { createApiClient, type Transport } from '../../../client/index.ts';
import { sendInParts } from './send-in-parts.ts';

const partBytes = 10;
const broken = new Error('the line broke');

/** What is refused: a code, or a line that breaks, by the operation and how often it was called before. */
type Refuse = (op: string, before: number) => string | Error | undefined;

/** A server in memory that keeps parts. */
function server(have: readonly number[] = [], refuse: Refuse = () => undefined) {
  const parts = new Map<number, string>(have.map((number) => [number, 'before']));
  const calls: string[] = [];
  const counts = new Map<string, number>();
  const answer = async (op: string, number: number, data: unknown): Promise<unknown> => {
    if (op === 'create') return { id: 'u', partBytes, have: [...parts.keys()] };
    const file = data instanceof FormData ? data.get('file') : null;
    if (op === 'part' && file instanceof File) parts.set(number, await file.text());
    if (op === 'finish') return { file: { id: 'f', name: '课.mp4', kind: 'video', mime: 'video/mp4', size: 25 } };
    return {};
  };
  const transport: Transport = async ({ url: address, body: sent }) => {
    const url = new URL(address, 'http://x');
    const op = url.pathname.split('/').at(-1) ?? '';
    const number = Number(url.searchParams.get('number'));
    calls.push(op === 'part' ? `part ${number}` : op);
    const before = counts.get(op) ?? 0;
    counts.set(op, before + 1);
    const refused = refuse(op, before);
    if (refused instanceof Error) throw refused;
    const body =
      refused === undefined
        ? { code: '0', message: '', data: await answer(op, number, sent) }
        : { code: '1', message: refused, data: { error: { code: refused } } };
    return { body, header: () => null };
  };
  const client = createApiClient({ baseUrl: '', token: () => null, onRefusal: () => undefined, transport });
  return { client, calls, parts };
}

const film = new File(['0123456789abcdefghijABCDE'], '课.mp4', { lastModified: 1 });

function send(one: ReturnType<typeof server>, stop = new AbortController()) {
  const told: number[] = [];
  const waits: boolean[] = [];
  const options = {
    signal: stop.signal,
    onProgress: (sent: number) => void told.push(sent),
    onWaiting: (isWaiting: boolean) => void waits.push(isWaiting),
    pause: async () => undefined,
  };
  return { told, waits, result: sendInParts(one.client, film, { kinds: ['video'] }, options) };
}

describe('a large file', () => {
  it('goes part by part, and what is there already is not sent again', async () => {
    const one = server([1]);
    const { result, told } = send(one);
    expect(await result).toMatchObject({ id: 'f' });
    expect(one.calls).toEqual(['create', 'part 0', 'part 2', 'finish']);
    expect([...one.parts].sort()).toEqual([
      [0, '0123456789'],
      [1, 'before'],
      [2, 'ABCDE'],
    ]);
    expect(told).toEqual([0, 0.4, 0.8, 1]);
  });

  it('waits for a broken line and goes on where it was', async () => {
    const one = server([], (op, before) => (op === 'create' && before < 2 ? broken : undefined));
    const { result, waits } = send(one);
    await result;
    expect(one.calls).toEqual(['create', 'create', 'create', 'part 0', 'part 1', 'part 2', 'finish']);
    expect(waits.slice(0, 3)).toEqual([true, true, false]);
  });

  it('asks once more what is there where a part was lost, and begins anew where the upload is gone', async () => {
    const one = server([0, 1, 2], (op, before) => {
      if (op !== 'finish' || before > 0) return undefined;
      one.parts.delete(1);
      return 'E_UPLOAD_PART';
    });
    await send(one).result;
    expect(one.calls).toEqual(['create', 'finish', 'create', 'part 1', 'finish']);
  });

  it('is refused at once where another attempt meets the same', async () => {
    for (const code of ['E_FILE_TYPE', 'E_UPLOAD_QUOTA', 'E_UPLOAD_OTHER']) {
      const one = server([], () => code);
      await expect(send(one).result).rejects.toMatchObject({ detail: { code } });
      expect(one.calls).toEqual(['create']);
    }
  });

  it('stops when it is told to, and does not wait for the line then', async () => {
    const stop = new AbortController();
    const one = server([], () => broken);
    stop.abort();
    await expect(send(one, stop).result).rejects.toThrow();
    expect(one.calls.length).toBeLessThanOrEqual(1);
  });
});
