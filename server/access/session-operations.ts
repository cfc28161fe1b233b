import { type DocumentSet, knownPermissions } from '../../engine/model/index.ts';
import { noData, noInput, ref } from '../operations/json-schema.ts';
import type { CallerOperation, OpenOperation, Operation } from '../operations/operation.ts';
import { endSession } from './end-session.ts';
import { buttonsOf, menuOf } from './menu.ts';
import { pageBundle } from './page-bundle.ts';
import { buttonsOutput, loginInput, loginOutput, myInfoOutput, pageInput, pageOutput } from './session-schemas.ts';
import { myInfo, signIn } from './sign-in.ts';

/** Signing in, and what every signed-in user has: who he is, what he may see, and signing out. */
export function sessionOperations(documents: DocumentSet): readonly Operation[] {
  return [signInOperation, ...ownOperations(documents), signOutOperation];
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
  answer: (body, context) => signIn(context, body, context.origin),
};

const signOutOperation: CallerOperation = {
  path: '/v1/sys/user/logout',
  title: '退出登录',
  access: { kind: 'signedIn' },
  input: noInput,
  output: noData,
  scope: null,
  idempotency: 'none',
  audit: 'session',
  run: async (_, { db, caller }) => {
    await endSession(db, caller.sessionId, 'logout');
    return null;
  },
};

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
      title: '我的信息',
      output: myInfoOutput,
      run: (_, context) => myInfo(context, context.caller),
    },
    {
      ...own,
      path: '/v1/sys/menu/item/my/query',
      title: '我的菜单',
      output: ref('MenuItem'),
      run: async (_, { caller }) => menuOf(caller, documents),
    },
    {
      ...own,
      path: '/v1/sys/menu/button/my/query',
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
  ];
}
