import { type OpenStream, readEvents } from '../testing/read-events.ts';
import { newCall, type Outcome, send } from './client.ts';
import { quantile } from './quantile.ts';
import { pairOf } from './two-nodes.ts';
import type { World } from './world.ts';

/** Milliseconds from the click that causes a notice until every node has told of it and answers it in the list. */
export type NoticeDelays = { readonly notices: number; readonly median: number; readonly most: number };

/** Assigns work orders one after the other and follows each to its receiver, who listens at two nodes. */
export async function measureNotices(world: World, notices: number): Promise<NoticeDelays> {
  const [first, second] = await pairOf(world);
  const { sales, manager } = world.tokens;
  const listeners = await Promise.all(
    [first, second].map(async ({ address }) => ({
      address,
      stream: await readEvents(address, sales, { topics: ['notification'] }),
    })),
  );
  const begin = async (path: string, body: object) => given(await send(first.address, manager, newCall(path, body)));
  const delays: number[] = [];
  try {
    for (const { stream } of listeners) await stream.until(({ event }) => event === 'begin');
    for (let n = 0; n < notices; n++) {
      const title = `通知${n}`;
      // One order of a kind for a customer: a second one would be taken for the first.
      const order = { type: 'service', customerId: world.customers.at(-1 - n), title, content: title };
      const { id } = await begin('/v1/work/order/create', order);
      const before = listeners.map(({ stream }) => stream.told().length);
      const clicked = performance.now();
      const assigned = begin('/v1/work/order/assign', { id, assigneeId: world.colleagues[0] });
      await Promise.all(listeners.map((listener, at) => untilListed(listener, before[at] ?? 0, title, sales)));
      delays.push(performance.now() - clicked);
      await assigned;
    }
  } finally {
    for (const { stream } of listeners) stream.breakOff();
  }
  return { notices, median: quantile(delays, 0.5), most: quantile(delays, 0.95) };
}

type Listener = { readonly address: string; readonly stream: OpenStream };

/** As the page does: reads the list whenever it is told that there is something new, which other things may cause too. */
async function untilListed({ address, stream }: Listener, before: number, title: string, token: string): Promise<void> {
  for (let seen = before; ; ) {
    const known = seen;
    await stream.until(() => stream.told().length > known);
    seen = stream.told().length;
    const answer = await send(address, token, newCall('/v1/sys/user/notify/all/query', { stage: '1' }));
    if (answer.kind === 'answered' && JSON.stringify(answer.data).includes(`：${title}"`)) return;
  }
}

function given(outcome: Outcome): Readonly<Record<string, unknown>> {
  if (outcome.kind === 'answered' && outcome.code === '0') return outcome.data;
  throw new Error(JSON.stringify(outcome));
}
