import { presencePaths, presenceSeconds } from '../../engine/model/wire/index.ts';
import { defineOperation } from '../definition/operation.ts';
import { bool, id, list, object, text } from '../definition/schema.ts';

const signedIn = { access: { kind: 'signedIn' }, scope: null, idempotency: 'none', audit: 'session' } as const;

/** Most people that one answer tells. */
export const maxPresent = 20;

/** A window somebody is at something in. */
export const place = id({ title: '窗口', description: '由浏览器为每一处打开的记录取的编号。' });

const person = object({
  id: id({ title: '员工' }),
  name: text({ title: '姓名' }),
  isEditing: bool({ title: '是否正在编辑' }),
});

/** Who else is there. */
export const presentPeople = object({ list: list(person, { maxItems: maxPresent }) });

export const notePresence = defineOperation({
  ...signedIn,
  path: presencePaths.note,
  title: '记录打开着',
  description: `说本人打开着、或正在编辑这条记录，并答复此刻还有谁：只有看得到这条记录全部内容的人，至多 ${maxPresent} 人。${presenceSeconds} 秒没有再说即不算，也不再保存。`,
  input: object({
    place,
    page: text({ maxLength: 100, title: '页面的名称' }),
    id: id({ title: '记录编号' }),
    isEditing: bool({ title: '是否正在编辑' }),
  }),
  output: presentPeople,
});

export const leavePresence = defineOperation({
  ...signedIn,
  path: presencePaths.leave,
  title: '记录已关闭',
  description: '说本人的这个窗口不再打开那条记录；重复说也一样。',
  input: object({ place }),
  output: object({}),
});
