import { type DocumentSet, knownPermissions } from '../../engine/model/index.ts';
import { buttonsOf, menuOf } from '../access/menu.ts';
import { pageBundle } from '../access/page-bundle.ts';
import { readMenuChanges } from '../db/menu-store.ts';
import { noData, noInput, nullable, ref } from '../kernel/operation/json-schema.ts';
import type { CallerOperation, OpenOperation, Operation } from '../kernel/operation/operation.ts';
import { shanghaiTime } from '../operations/export/export-cells.ts';
import {
  avatarInput,
  avatarOutput,
  buttonsOutput,
  loginInput,
  loginOutput,
  myInfoOutput,
  pageInput,
  pageOutput,
  passwordInput,
  routeInput,
  routeOutput,
} from '../operations/schema/session-schemas.ts';
import { recordAudit } from '../records/log/record-audit.ts';
import { myAvatar, setMyAvatar } from './avatar.ts';
import { changePassword } from './change-password.ts';
import { endSession } from './end-session.ts';
import { myProfile, profileOutput } from './my-profile.ts';
import { ownSessionOperations } from './own-sessions.ts';
import { myInfo } from './sign-in.ts';
import { auditedSignIn } from './sign-in-audit.ts';

/** Signing in, and what every signed-in user has: who he is, what he may see, and signing out. */
export function sessionOperations(documents: DocumentSet): readonly Operation[] {
  return [
    signInOperation,
    ...ownOperations(documents),
    ...ownSessionOperations,
    avatarOperation,
    passwordOperation,
    signOutOperation,
  ];
}

const signInOperation: OpenOperation = {
  path: '/v1/sys/user/login',
  title: '登录',
  access: { kind: 'open' },
  input: loginInput,
  output: loginOutput,
  scope: null,
  idempotency: 'none',
  audit: 'session',
  message: '登录成功，欢迎回来',
  answer: (body, context) => auditedSignIn(body, context),
};

const signOutOperation: CallerOperation = {
  path: '/v1/sys/user/logout',
  openBeforeChange: true,
  title: '退出登录',
  access: { kind: 'signedIn' },
  input: noInput,
  output: noData,
  scope: null,
  idempotency: 'none',
  audit: 'session',
  run: async (_, context) => {
    await endSession(context.db, context.caller.sessionId, 'logout');
    await recordAudit({ action: 'session.signOut', title: '退出登录' }, context);
    return null;
  },
};

const avatarOperation: CallerOperation = {
  path: '/v1/sys/user/my/avatar/modify',
  title: '更换头像',
  description: '答复与“我的头像”相同。',
  access: { kind: 'signedIn' },
  input: avatarInput,
  output: avatarOutput,
  scope: null,
  idempotency: 'accepted',
  audit: 'change',
  run: (body, context) => setMyAvatar(body, context),
};

const passwordOperation: CallerOperation = {
  path: '/v1/sys/user/password/modify',
  openBeforeChange: true,
  title: '修改密码',
  description: '本人的其他会话随即结束。',
  access: { kind: 'signedIn' },
  input: passwordInput,
  output: noData,
  scope: null,
  idempotency: 'none',
  audit: 'session',
  message: '密码修改成功，请重新登录',
  run: (body, context) => changePassword(body, context),
};

/** The name of the page at a path, letter case included. */
function pageAt(path: unknown, documents: DocumentSet): { readonly name: string } | null {
  const page = [...documents.pages.values()].find((one) => one.path === path);
  return page === undefined ? null : { name: page.name };
}

/** What only reads what is the caller's own. */
const own = {
  access: { kind: 'signedIn' },
  input: noInput,
  scope: null,
  idempotency: 'none',
  audit: 'read',
} as const;

function ownOperations(documents: DocumentSet): readonly CallerOperation[] {
  const permissions = [...knownPermissions(documents)];
  return [
    {
      ...own,
      path: '/v1/sys/user/my/view',
      openBeforeChange: true,
      title: '我的信息',
      output: myInfoOutput,
      run: (_, context) => myInfo(context, context.caller),
    },
    {
      ...own,
      path: '/v1/sys/user/my/profile/view',
      title: '个人信息',
      description: '“个人信息”页所示：部门自上而下、角色、项目、坐席号。',
      output: profileOutput,
      run: (_, context) => myProfile(context),
    },
    {
      ...own,
      path: '/v1/sys/user/my/avatar/view',
      openBeforeChange: true,
      title: '我的头像',
      description: '60 秒内有效的地址；没有头像时为空。',
      output: avatarOutput,
      run: (_, context) => myAvatar(context),
    },
    {
      ...own,
      path: '/v1/common/server/time/format/query',
      title: '服务器时间',
      description: '东八区，YYYY-MM-DD HH:mm:ss。',
      output: { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$` },
      run: async (_, { now }) => shanghaiTime(now),
    },
    {
      ...own,
      path: '/v1/sys/menu/item/my/query',
      openBeforeChange: true,
      title: '我的菜单',
      description: '有权限而没有任何页面时为 null；没有角色时 children 为空。',
      output: nullable(ref('MenuItem')),
      run: async (_, { caller, db }) => menuOf(caller, documents, await readMenuChanges(db)),
    },
    {
      ...own,
      path: '/v1/sys/menu/button/my/query',
      openBeforeChange: true,
      title: '我的按钮权限',
      output: buttonsOutput,
      run: async (_, { caller }) => buttonsOf(caller, permissions),
    },
    {
      ...own,
      path: '/v1/sys/page/view',
      title: '页面文档',
      input: pageInput,
      output: pageOutput,
      run: async (body, { caller }) => pageBundle(body.name, caller, documents),
    },
    {
      ...own,
      path: '/v1/sys/page/route/view',
      title: '路径所属的页面',
      description: '无论有无权限；没有这样的页面时为空。用来区分“无权限”与“不存在”。',
      input: routeInput,
      output: routeOutput,
      run: async (body) => pageAt(body.path, documents),
    },
  ];
}
