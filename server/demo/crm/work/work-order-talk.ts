import type { Colleague } from '../company/colleagues.ts';
import { demoId } from '../values/demo-ids.ts';
import { some } from '../values/random.ts';
import type { World } from '../world/world.ts';

/** An order somebody works on: how it stands, who handles it, who raised it, since when, and until when it was not done. */
type Worked = {
  readonly status: string;
  readonly handler: Colleague;
  readonly creator: Colleague;
  readonly from: number;
  readonly until: unknown;
};

const handlerSays = some([
  '已联系客户，说今晚方便细说。',
  '已转给技术同事核对，明天上午给答复。',
  '客户认可处理办法，等他确认。',
]);
const creatorSays = some(['客户又问了进度，请今天内回个电话。', '补充：客户用的是平板，系统是最新版。']);
const talkedAbout: readonly string[] = ['processing', 'paused', 'pending_confirm', 'closed'];

/** Writes what is said while an order is worked on: by whoever handles it, and of some by whoever raised it. */
export function addTalk(workOrderId: string, { status, handler, creator, from, until }: Worked, world: World): void {
  if (!talkedAbout.includes(status)) return;
  const { random } = world;
  const said = [
    { by: handler, content: random.pick(handlerSays), visibleToStudent: random.chance(0.5) },
    { by: creator, content: random.pick(creatorSays), visibleToStudent: false },
  ];
  for (const [place, { by, ...log }] of said.slice(0, random.int(1, 2)).entries()) {
    const createdAt = from + (Number(until) - from) * 0.2 * (place + random.int(5, 9) * 0.1);
    world.add('work_order_log', {
      ...{ id: demoId(createdAt, random), createdAt, createdBy: by.id, workOrderId, attachments: null },
      ...log,
    });
  }
}
