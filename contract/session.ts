import type { PageBundle, Titles } from '../engine/model/documents/index.ts';
import { passwordLength } from '../engine/model/record/index.ts';
import { defineOperation } from './definition/operation.ts';
import {
  bool,
  choice,
  id,
  json,
  list,
  noData,
  noInput,
  nullable,
  object,
  optional,
  ref,
  text,
  type Value,
} from './definition/schema.ts';
import { agentFields } from './phone-words.ts';

const signedIn = { access: { kind: 'signedIn' }, scope: null, idempotency: 'none' } as const;
const own = { ...signedIn, input: noInput, audit: 'read' } as const;

/** The specification's client sends `params` with the two menu calls; it says nothing of what they are for. */
const specifiedInput = object({ params: optional(json<unknown>()) });

const named = list(object({ id: id(), name: text() }));
/** Where the product divides its rows by project; another product's answer has none. */
const projects = optional(named);
const mobile = text({ title: '手机号（遮盖）' });
const agentId = optional(nullable(text()));
/** Where the product gives its people seats; another product's answer has none of them. */
const agents = { [agentFields.hl]: agentId, [agentFields.dlsw]: agentId, [agentFields.xzj]: agentId };

export const signIn = defineOperation({
  path: '/v1/sys/user/login',
  title: '登录',
  access: { kind: 'open' },
  input: object({
    account: text({ minLength: 1, maxLength: 64, title: '账号', description: '账号或手机号。' }),
    password: text({ minLength: 1, maxLength: 128, title: '密码', format: 'password' }),
  }),
  output: object({
    token: text({ title: '令牌', description: '其后的请求以 X-App-Token 携带。' }),
    id: id(),
    name: text(),
    mobile,
    firstLogin: choice(['0', '1'], { title: '“0” 表示须先修改密码' }),
    projectlist: projects,
    ...agents,
  }),
  scope: null,
  idempotency: 'none',
  audit: 'session',
  message: '登录成功，欢迎回来',
});
export type LoginAnswer = Value<typeof signIn.output>;

export const signOut = defineOperation({
  ...signedIn,
  path: '/v1/sys/user/logout',
  openBeforeChange: true,
  title: '退出登录',
  input: noInput,
  output: noData,
  audit: 'session',
});

export const changePassword = defineOperation({
  ...signedIn,
  path: '/v1/sys/user/password/modify',
  openBeforeChange: true,
  title: '修改密码',
  description: '本人的其他会话随即结束。',
  // The rules are those of the form, whose sentences the specification gives: the handler applies them.
  input: object({
    password: optional(text({ maxLength: 128, title: '旧密码', format: 'password' })),
    newPassword: optional(
      text({
        maxLength: 128,
        title: '新密码',
        description: `${passwordLength.min}–${passwordLength.max} 个字符，以英文字母或数字开头，含数字、英文字母与特殊字符，没有空格。`,
        format: 'password',
      }),
    ),
  }),
  output: noData,
  audit: 'session',
  message: '密码修改成功，请重新登录',
});

const avatar = nullable(object({ id: id(), address: text() }));
/** The picture of the signed-in user, at an address that is valid for a minute; null where he has none. */
export type AvatarAnswer = Value<typeof avatar>;

export const myAvatar = defineOperation({
  ...own,
  path: '/v1/sys/user/my/avatar/view',
  openBeforeChange: true,
  title: '我的头像',
  description: '60 秒内有效的地址；没有头像时为空。',
  output: avatar,
});

export const setMyAvatar = defineOperation({
  ...signedIn,
  path: '/v1/sys/user/my/avatar/modify',
  title: '更换头像',
  description: '答复与“我的头像”相同。',
  input: object({ id: nullable(id(), { title: '图片', description: '先由 /v1/file/image 上传；空为不要头像。' }) }),
  output: avatar,
  idempotency: 'accepted',
  audit: 'change',
});

export const myInfo = defineOperation({
  ...own,
  path: '/v1/sys/user/my/view',
  openBeforeChange: true,
  title: '我的信息',
  output: object({
    id: id(),
    account: text(),
    name: text(),
    mobile,
    departmentId: id(),
    idNames: projects,
    ...agents,
    viewer: optional(object({ name: text(), mobile }, { description: '以他人身份查看时，查看的人。' })),
  }),
});
export type MyInfoAnswer = Value<typeof myInfo.output>;

export const myProfile = defineOperation({
  ...own,
  path: '/v1/sys/user/my/profile/view',
  title: '个人信息',
  description: '“个人信息”页所示：部门自上而下、角色、项目、坐席号。',
  output: object({
    id: id(),
    account: text(),
    name: text(),
    mobile,
    staffNo: nullable(text()),
    departmentId: id(),
    departments: list(text(), { title: '部门，自上而下' }),
    leader: nullable(text()),
    roles: named,
    projects,
    ...agents,
    hireDate: nullable(text()),
    passwordChangedAt: nullable(text()),
  }),
});
export type ProfileAnswer = Value<typeof myProfile.output>;

export const serverTime = defineOperation({
  ...own,
  path: '/v1/common/server/time/format/query',
  title: '服务器时间',
  description: '东八区，YYYY-MM-DD HH:mm:ss。',
  output: text({ pattern: String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$` }),
});

/** One entry of the menu tree as the specification gives it; it holds itself. */
export type MenuItem = {
  readonly name: string;
  readonly path: string;
  readonly resourceUrl: string;
  readonly component: string;
  readonly redirect: string | null;
  readonly hidden: boolean;
  readonly meta: {
    readonly title: string;
    /** In the languages besides Chinese that the documents name it in. */
    readonly titles?: Titles | undefined;
    readonly icon: string | null;
    readonly keepAlive: boolean;
    readonly permission: readonly string[];
  };
  readonly children: readonly MenuItem[];
};

const inOther = optional(text());
const titles = optional(
  object({ 'zh-TW': inOther, 'en-US': inOther, 'pt-BR': inOther }, { title: '其他语言里的名称' }),
);

/** The schema of a menu entry, under the name `MenuItem`. */
export const menuItem = object(
  {
    name: text(),
    path: text(),
    resourceUrl: text(),
    component: text(),
    redirect: nullable(text()),
    hidden: bool(),
    meta: object({ title: text(), titles, icon: nullable(text()), keepAlive: bool(), permission: list(text()) }),
    children: list(ref<MenuItem>('MenuItem')),
  },
  { title: '菜单项' },
);

export const myMenu = defineOperation({
  ...own,
  path: '/v1/sys/menu/item/my/query',
  openBeforeChange: true,
  title: '我的菜单',
  input: specifiedInput,
  description: '有权限而没有任何页面时为 null；没有角色时 children 为空。',
  output: nullable(ref<MenuItem>('MenuItem')),
});

const button = object({ name: text() });
/** A button permission as the specification gives it. */
export type ButtonPermission = Value<typeof button>;

export const myButtons = defineOperation({
  ...own,
  path: '/v1/sys/menu/button/my/query',
  openBeforeChange: true,
  title: '我的按钮权限',
  input: specifiedInput,
  output: list(button),
});

const documents = { type: 'array', items: { type: 'object' } };

/** A page document with the documents it is drawn from. */
const numbers = { type: 'array', items: { type: 'integer' } };
const bundle = {
  type: 'object',
  properties: {
    page: { type: 'object' },
    entities: documents,
    dictionaries: documents,
    datasets: documents,
    faults: documents,
    creates: documents,
    unrevealed: { type: 'array', items: { type: 'string' } },
    layerFaults: {
      type: 'array',
      title: '没有叠加的修改',
      description: '在应用内做的、叠上去页面会有错误的修改；只告诉可以设计页面的人。',
      items: {
        type: 'object',
        properties: {
          level: { enum: ['org', 'role'] },
          role: { type: 'string' },
          release: { type: 'integer' },
          faults: { type: 'array', items: { $ref: '#/components/schemas/Fault' } },
        },
        required: ['level', 'release', 'faults'],
      },
    },
    calendar: {
      type: 'object',
      title: '工作日历',
      description: '页面的表达式数工作日时：与星期几不同的日子，三列一样长，见 docs/schema-language.md 的“表达式”。',
      properties: { days: numbers, more: numbers, before: numbers },
      required: ['days', 'more', 'before'],
      additionalProperties: false,
    },
    isPersonal: { type: 'boolean', title: '有个人信息', description: '页面显示遮盖的字段，盖水印。' },
    hash: { type: 'string' },
  },
  required: ['page', 'entities', 'dictionaries', 'datasets', 'faults', 'creates', 'unrevealed', 'isPersonal', 'hash'],
  additionalProperties: false,
};

export const viewPage = defineOperation({
  ...own,
  path: '/v1/sys/page/view',
  title: '页面文档',
  description: '页面连同画它所用的文档；文档的语法见 docs/schema-reference.md。',
  input: object({ name: text({ title: '页面名称' }) }),
  output: json<PageBundle>(bundle),
});

export const pageAtPath = defineOperation({
  ...own,
  path: '/v1/sys/page/route/view',
  title: '路径所属的页面',
  description: '无论有无权限；没有这样的页面时为空。用来区分“无权限”与“不存在”。',
  input: object({ path: text({ maxLength: 400, title: '路径' }) }),
  output: nullable(object({ name: text() })),
});
