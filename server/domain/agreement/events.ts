import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';

/** What is noted of an agreement while it is signed. */
export type SigningEvent = {
  readonly kind: 'sent' | 'viewed' | 'code' | 'wrong_code' | 'signed' | 'refused' | 'uploaded' | 'approved' | 'broken';
  readonly device?: string;
  readonly detail?: string;
};

/** Notes what happened to an agreement: when, from where, and the digest its file had then. Nothing of it changes later. */
export async function noteEvent(
  { id, contentHash }: Pick<StoredRecord, 'id'> & Readonly<Record<string, unknown>>,
  { kind, device = '', detail = '' }: SigningEvent,
  { records, caller, now }: RuleContext,
): Promise<void> {
  await records.insert('agreement_event', {
    ...{ agreementId: id, kind, at: now, fileHash: contentHash ?? null },
    ...{ address: caller.ip, device: device.slice(0, 300) || null, detail: detail.slice(0, 200) || null },
  });
}
