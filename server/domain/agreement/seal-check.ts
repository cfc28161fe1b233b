import { activeHolders } from '../../db/people/active-holders.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import type { Piece, Schedule } from '../../kernel/operation/schedule.ts';
import { noteEvent } from './events.ts';
import { sealedBytes } from './sealed-file.ts';
import { sealedAfter } from './store.ts';

/** Agreements looked at in a piece. */
const batch = 50;

/** Looks every night whether the file of each agreement is what was sealed; who keeps them is told of one that is not. */
export const sealCheck: Schedule = {
  key: 'agreement.seals',
  title: '核验协议文件',
  entity: 'agreement',
  timing: { cron: '20 3 * * *' },
  async piece(from, context): Promise<Piece> {
    const ids = await sealedAfter(context.db, from, batch);
    for (const id of ids) {
      const agreement = await context.records.findOne('agreement', { id });
      if (agreement !== undefined) await checkOne(agreement, context);
    }
    return { done: ids.length, next: ids.length < batch ? null : (ids.at(-1) ?? null) };
  },
};

async function checkOne(agreement: StoredRecord, context: RuleContext): Promise<void> {
  const sealBroken = !(await isWhole(agreement, context));
  if (sealBroken === agreement.sealBroken) return;
  await context.records.update('agreement', agreement.id, { sealBroken });
  if (!sealBroken) return;
  await noteEvent(agreement, { kind: 'broken', detail: '夜间核验' }, context);
  for (const receiverId of await activeHolders(context.db, 'academic', undefined))
    await context.records.insertLater('notification', {
      ...{ receiverId, type: '16', title: '协议文件核验不符', stage: '1', status: '1' },
      ...{ linkEntity: 'agreement', linkId: agreement.id },
      content: `协议【${String(agreement.agreementNo)}】的文件与封存时的摘要不符，已停止提供，请联系管理员。`,
    });
}

/** Whether the file is there and is what was sealed. */
async function isWhole(agreement: StoredRecord, context: RuleContext): Promise<boolean> {
  try {
    await sealedBytes(agreement, context);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}
