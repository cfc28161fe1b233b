import type { RuleContext } from '../../kernel/operation/domain-rules.ts';

/** Holds who supervises a student for the rest of the transaction: for whoever writes a row that carries it. */
export function holdSupervision(studentId: string, { records }: Pick<RuleContext, 'records'>): Promise<void> {
  return records.hold(`supervision of ${studentId}`);
}
