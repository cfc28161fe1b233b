import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { administratorsAtWork } from '../db/people/administrators.ts';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import { findingsText } from './verification-text.ts';
import type { Verification } from './verify-log.ts';

const systemNotice = '16';
/** As much of what was found as a notice takes. */
const maxText = 1800;

/** Tells the administrators what a verification nobody asked for has found, and leads them to where all of it stands. */
export async function tellBroken(result: Verification, { documents, db, records }: RuleContext): Promise<void> {
  const linkPage = verificationPage(documents);
  for (const receiverId of await administratorsAtWork(db))
    await records.insert('notification', {
      receiverId,
      type: systemNotice,
      title: `操作日志被改动：发现 ${result.found} 处`,
      content: findingsText(result, maxText),
      stage: '1',
      status: '1',
      linkPage,
    });
}

/** The list of verifications, where the product has one. */
function verificationPage({ pages }: DocumentSet): string | null {
  for (const page of pages.values()) if (page.kind === 'list' && page.entity === 'audit_verification') return page.name;
  return null;
}
