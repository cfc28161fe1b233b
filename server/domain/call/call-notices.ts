import type { RuleContext } from '../../kernel/operation/domain-rules.ts';

const system = '16';

/** What is told, and about what. */
export type Told = {
  readonly title: string;
  readonly content: string;
  readonly entity: 'call_record' | 'qa_review';
  readonly id: string;
};

/** Tells members of staff about a call or its review, each once. */
export async function tell(
  people: readonly unknown[],
  { title, content, entity, id }: Told,
  { records }: RuleContext,
): Promise<void> {
  for (const receiverId of new Set(people.filter((person) => typeof person === 'string')))
    await records.insert('notification', {
      receiverId,
      type: system,
      title,
      content,
      linkEntity: entity,
      linkId: id,
      stage: '1',
      status: '1',
    });
}

/** Somebody and whom he answers to. */
export async function withLeader(staffId: unknown, { records }: RuleContext): Promise<readonly unknown[]> {
  if (typeof staffId !== 'string') return [];
  return [staffId, (await records.findOne('staff', { id: staffId }))?.leaderId];
}
