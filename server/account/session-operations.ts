import {
  changePassword,
  myAvatar,
  myButtons,
  myInfo,
  myMenu,
  myProfile,
  pageAtPath,
  serverTime,
  setMyAvatar,
  signIn,
  signOut,
  viewPage,
} from '../../contract/session.ts';
import { knownPermissions } from '../../engine/model/access/index.ts';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { buttonsOf, menuOf } from '../access/menu.ts';
import { titlesInForce } from '../access/page-in-force.ts';
import { shownPage } from '../access/shown-page.ts';
import { readMenuChanges } from '../db/menu-store.ts';
import { implement, implementOpen, type Operation } from '../kernel/operation/operation.ts';
import { shanghaiTime } from '../kernel/text/shanghai-time.ts';
import { recordAudit } from '../records/log/record-audit.ts';
import { avatarOf, giveAvatar } from './avatar.ts';
import { givePassword } from './change-password.ts';
import { endSession } from './end-session.ts';
import { profileOf } from './my-profile.ts';
import { ownSessionOperations } from './own-sessions.ts';
import { infoOf } from './sign-in.ts';
import { auditedSignIn } from './sign-in-audit.ts';

/** Signing in, and what every signed-in user has: who he is, what he may see, and signing out. */
export function sessionOperations(documents: DocumentSet): readonly Operation[] {
  const permissions = [...knownPermissions(documents)];
  return [
    implementOpen(signIn, auditedSignIn),
    implement(myInfo, (_, context) => infoOf(context, context.caller)),
    implement(myProfile, (_, context) => profileOf(context)),
    implement(myAvatar, (_, context) => avatarOf(context)),
    implement(serverTime, async (_, { now }) => shanghaiTime(now)),
    implement(myMenu, async (_, context) => {
      const titleOf = await titlesInForce(context);
      return menuOf(context.caller, context.documents, await readMenuChanges(context.db), titleOf);
    }),
    implement(myButtons, async (_, { caller }) => buttonsOf(caller, permissions)),
    implement(viewPage, ({ name }, context) => shownPage(name, context)),
    implement(pageAtPath, async ({ path }, context) => pageAt(path, context.documents)),
    ...ownSessionOperations,
    implement(setMyAvatar, giveAvatar),
    implement(changePassword, givePassword),
    implement(signOut, async (_, context) => {
      await endSession(context.db, context.caller.sessionId, 'logout');
      await recordAudit({ action: 'session.signOut', title: '退出登录' }, context);
      return null;
    }),
  ];
}

/** The name of the page at a path, letter case included. */
function pageAt(path: string, documents: DocumentSet): { readonly name: string } | null {
  const page = [...documents.pages.values()].find((one) => one.path === path);
  return page === undefined ? null : { name: page.name };
}
