import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';

const most = 50;

/** Puts the questions of the kind of call-back to a new order of it: they stand as they were asked, whatever becomes of the template. */
export async function askQuestions(id: string, order: Values, { records }: RuleContext): Promise<void> {
  if (order.type !== 'call_back' || typeof order.callbackKind !== 'string') return;
  const template = await records.findOne('callback_template', { kind: order.callbackKind, enabled: true });
  if (template === undefined) return;
  const questions = await records.find('callback_question', { templateId: template.id }, most);
  // No person adds a question to an order.
  await records.bySystem(async () => {
    for (const { question, kind, required, place } of questions)
      await records.insert('callback_answer', { workOrderId: id, question, kind, required, place });
  });
}
