import { expect, it } from 'vitest';
import { followServer, type ServerEvent } from './event-source.ts';

type Body = { readonly topics: readonly string[]; readonly lastEventId?: string };

const stream = (...parts: readonly string[]) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    }),
    { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
  );
const refusal = (code: string, error: string) => Response.json({ code, message: '', data: { error: { code: error } } });
const events = (id: string, ...numbers: readonly number[]) =>
  `id: ${id}\nevent: events\ndata: ${JSON.stringify(numbers.map((n) => ({ id: `e${n}`, topic: 'news', data: { n } })))}\n\n`;

/** Follows a server that answers each connection in turn, until the session ends. */
async function followed(...answers: readonly (() => Response)[]) {
  const bodies: Body[] = [];
  const told: ServerEvent[] = [];
  let gaps = 0;
  await new Promise<void>((resolve) => {
    followServer({
      address: '/stream',
      headers: () => ({ 'X-App-Token': 't' }),
      topics: ['news'],
      onEvents: (list) => told.push(...list),
      onGap: () => gaps++,
      onEnd: resolve,
      patience: 1,
      fetch: async (_, init) => {
        bodies.push(JSON.parse(String(init?.body)));
        return answers[bodies.length - 1]?.() ?? refusal('1002', 'E_SESSION');
      },
    });
  });
  return { cursors: bodies.map(({ lastEventId }) => lastEventId), numbers: told.map(({ data }) => data.n), gaps };
}

const begin = 'retry: 1000\nid: c0\nevent: begin\ndata: {}\n\n';

it('tells events whole, however they are cut, and comes back with its cursor', async () => {
  const [head, tail] = [events('c1', 1, 2).slice(0, 40), events('c1', 1, 2).slice(40)];
  const { cursors, numbers, gaps } = await followed(
    () => stream(': \n\n', begin, head, tail, 'id: c2\nevent: quiet\ndata: {}\n\n', events('c3', 3).slice(0, -2)),
    () => stream('id: c2\nevent: resumed\ndata: {}\n\n', events('c3', 3)),
  );
  expect(cursors).toEqual([undefined, 'c2', 'c3']);
  expect(numbers).toEqual([1, 2, 3]);
  expect(gaps).toBe(1);
});

it('tells of a gap where it begins and where more was missed than can be told; an unknown cursor begins anew', async () => {
  const { cursors, gaps } = await followed(
    () => stream(begin),
    () => stream('id: c9\nevent: reset\ndata: {}\n\n'),
    () => refusal('1', 'E_CURSOR'),
    () => stream(begin),
  );
  expect(cursors).toEqual([undefined, 'c0', 'c9', undefined, 'c0']);
  expect(gaps).toBe(3);
});

it('goes on after failures, and ends with the session', async () => {
  const { cursors } = await followed(
    () => {
      throw new TypeError('offline');
    },
    () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } }),
    () => stream(begin, 'event: ended\ndata: {"code":"E_SESSION"}\n\n'),
  );
  expect(cursors).toHaveLength(3);
});
