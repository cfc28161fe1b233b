import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../../kernel/operation/record-store.ts';

const system = '16';

type Told = {
  readonly title: string;
  readonly content: string;
  readonly customerId: string | null;
  /** The page to open, where it is about no customer. */
  readonly page?: string;
  readonly once?: string;
};

/** Writes a notice about a customer, or one that leads to a page; with `once`, the same is told one time only. */
export async function tellPerson(staffId: unknown, told: Told, { records }: RuleContext): Promise<void> {
  if (typeof staffId !== 'string') return;
  if (told.once !== undefined && (await records.count('notification', { dedupeKey: told.once })) > 0) return;
  await records.insertLater('notification', {
    receiverId: staffId,
    type: system,
    title: told.title,
    content: told.content,
    ...(told.customerId === null ? {} : { linkEntity: 'customer', linkId: told.customerId }),
    linkPage: told.page ?? null,
    stage: '1',
    status: '1',
    dedupeKey: told.once ?? null,
  });
}

/** Tells the owner of a customer that he has asked again. */
export async function tellOwnerAgain(customer: StoredRecord, leadId: string, context: RuleContext): Promise<void> {
  const content = `您的客户【${customer.name}】再次咨询，请尽快跟进`;
  await tellPerson(
    customer.ownerId,
    { title: '客户再次咨询', content, customerId: customer.id, once: `lead-again:${leadId}` },
    context,
  );
}
