import { presenceSeconds } from '../../engine/model/wire/index.ts';
import { defineOperation } from '../definition/operation.ts';
import { object } from '../definition/schema.ts';
import { place, presentPeople } from '../record/presence.ts';
import { reads, target } from './page-design.ts';

export const noteDesigning = defineOperation({
  ...reads,
  path: '/v1/design/page/presence/note',
  audit: 'session',
  title: '页面正在设计',
  description: `说本人正在设计这一层，并答复此刻还有谁在设计它；${presenceSeconds} 秒没有再说即不算。离开时用“记录已关闭”。`,
  input: object({ place, ...target }),
  output: presentPeople,
});
