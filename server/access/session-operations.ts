import { type DocumentSet, declaredOperations } from '../../engine/model/index.ts';
import { revokeSession } from '../db/session-store.ts';
import type { Operation } from '../operations/registry.ts';
import { buttonsOf, menuOf } from './menu.ts';
import { pageBundle } from './page-bundle.ts';
import { myInfo } from './sign-in.ts';

/** Operations every signed-in user has: who he is, what he may see, and signing out. */
export function sessionOperations(documents: DocumentSet): readonly Operation[] {
  const permissions = knownPermissions(documents);
  const signedIn = { kind: 'signedIn' } as const;
  return [
    {
      path: '/v1/sys/user/my/view',
      title: '我的信息',
      access: signedIn,
      run: (_, context) => myInfo(context, context.caller),
    },
    {
      path: '/v1/sys/menu/item/my/query',
      title: '我的菜单',
      access: signedIn,
      run: async (_, { caller }) => menuOf(caller, documents),
    },
    {
      path: '/v1/sys/menu/button/my/query',
      title: '我的按钮权限',
      access: signedIn,
      run: async (_, { caller }) => buttonsOf(caller, permissions),
    },
    {
      path: '/v1/sys/page/view',
      title: '页面文档',
      access: signedIn,
      run: async (body, { caller }) => pageBundle(body.name, caller, documents),
    },
    {
      path: '/v1/sys/user/logout',
      title: '退出登录',
      access: signedIn,
      run: async (_, { db, caller }) => {
        await revokeSession(db, caller.sessionId, 'logout');
        return null;
      },
    },
  ];
}

function knownPermissions(documents: DocumentSet): readonly string[] {
  const scopes = [...documents.entities.values()].flatMap((entity) =>
    (entity.access?.scopes ?? []).map((scope) => scope.permission),
  );
  return [...declaredOperations(documents).map((operation) => operation.permission), ...scopes];
}
