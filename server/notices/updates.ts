import { updateNoticeTitle } from '../../contract/notice-words.ts';
import type { UpdateAnswer } from '../../contract/notices.ts';

import { latestUpdate, noteUpdateRead, noticeToEverybody } from '../db/notice-store.ts';
import { publishUpdate } from '../events/notice-events.ts';
import { newId } from '../kernel/crypto/new-id.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import type { DomainRules } from '../kernel/operation/domain-rules.ts';

/** The latest product update that is published, as the caller finds it; null where there is none. */
export async function latestUpdateFor({ db, caller, now }: CallContext): Promise<UpdateAnswer | null> {
  return (await latestUpdate(db, caller.staffId, now)) ?? null;
}

/** Notes that the caller has looked at a product update: it opens by itself no more. */
export async function noteUpdateSeen(body: { readonly id: string }, { db, caller, now }: CallContext): Promise<null> {
  const read = { id: newId(), updateId: body.id, staffId: caller.staffId, now };
  if (!(await noteUpdateRead(db, read))) throw refuse('E_NOT_FOUND');
  return null;
}

/** A product update that is published is told to everybody at work. */
export const updateRules: DomainRules = {
  entity: 'update_message',
  transitions: {
    publish: {
      async after({ title, platformName, releaseVersion }, _, { db, caller, now }) {
        const content = `${String(platformName)} ${String(releaseVersion)}：${String(title)}`;
        const author = { staffId: caller.staffId, now };
        await noticeToEverybody(db, { type: '16', title: updateNoticeTitle, content }, author);
        await publishUpdate(db);
      },
    },
    offline: {
      after: (_, __, { db }) => publishUpdate(db),
    },
  },
};
