import { defineOperation } from '../definition/operation.ts';
import { id, list, object, text } from '../definition/schema.ts';
import { maxNamedRecords } from './record-words.ts';

const place = { page: text({ maxLength: 100, title: '页面的名称' }), id: id() };

export const nameRecords = defineOperation({
  path: '/v1/sys/record/name/query',
  title: '记录的名称',
  description:
    '标签页与最近打开要写的名称：实体的标题与记录自己的名称（客户 · 赵梅），按页面当场读取。打不开的页面、看不到的记录、名称被隐藏的不在答复里。',
  access: { kind: 'signedIn' },
  scope: null,
  idempotency: 'none',
  audit: 'read',
  input: object({ records: list(object(place), { minItems: 1, maxItems: maxNamedRecords, title: '记录' }) }),
  output: list(object({ ...place, title: text({ title: '名称' }) })),
});
