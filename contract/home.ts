import { defineOperation } from './definition/operation.ts';
import { list, noInput, nullable, object, text } from './definition/schema.ts';
import { maxShortcuts } from './home-words.ts';

const own = { access: { kind: 'signedIn' }, scope: null } as const;

const pages = list(text({ maxLength: 64, title: '页面名称' }), { maxItems: maxShortcuts });

export const queryShortcuts = defineOperation({
  ...own,
  idempotency: 'none',
  audit: 'read',
  path: '/v1/home/shortcut/query',
  title: '首页的快捷入口',
  description: '本人放在首页的页面，按次序；没有放过为 null。',
  input: noInput,
  output: nullable(pages),
});

export const saveShortcuts = defineOperation({
  ...own,
  idempotency: 'accepted',
  audit: 'change',
  path: '/v1/home/shortcut/save',
  title: '保存首页的快捷入口',
  description: '整个次序一起保存；只能是本人打得开的页面，同一个页面只放一次。',
  input: object({ pages }),
  output: pages,
});
