import { day } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import type { World } from '../world/world.ts';
import { type Kind, kindFacts, kinds } from './work-order-subjects.ts';

const questions = [
  ['score', '对服务的整体满意度', true],
  ['yes_no', '愿意推荐给朋友吗', true],
  ['text', '还有什么建议', false],
] as const;

/** The questions of a call-back, answered or not yet. */
export function addAnswers(workOrderId: string, at: number, isAnswered: boolean, { add, random }: World): void {
  for (const [place, [kind, question, required]] of questions.entries())
    add('callback_answer', {
      ...{
        id: demoId(at, random),
        createdAt: at,
        createdBy: null,
        updatedAt: at,
        workOrderId,
        place,
        question,
        kind,
        required,
      },
      ...(isAnswered && kind === 'score' ? { score: random.int(3, 5) } : {}),
      ...(isAnswered && kind === 'yes_no' ? { yes: random.chance(0.8) ? 'yes' : 'no' } : {}),
    });
}

/** The rules of time of the company, and what it asks customers. */
export function addSettings({ add, random, now, organisation }: World): void {
  const createdAt = now - 300 * day;
  const base = () => ({ id: demoId(createdAt, random), createdAt, createdBy: organisation.byAccount('manager').id });
  const rule = (type: Kind, priority: string | null, respond: number, resolve: number) =>
    add('sla_policy', {
      ...{ ...base(), type, priority, respondMinutes: respond, resolveMinutes: resolve, nearExpiryMinutes: 120 },
      ...{ escalateMinutes: 240, workHoursOnly: type === 'refund', enabled: true },
      compensationLimit: type === 'complaint' ? 50_000 : 0,
    });
  rule('complaint', 'urgent', 10, 1440);
  for (const kind of kinds) rule(kind, null, kindFacts[kind].respond, kindFacts[kind].resolve);
  for (const [kind, name] of [
    ['exam', '考后回访问卷'],
    ['closed_wo', '工单回访问卷'],
    ['service', '服务回访问卷'],
  ] as const) {
    const template = { ...base(), name, kind, minCalls: 3, enabled: true };
    add('callback_template', template);
    for (const [place, [answer, question, required]] of questions.entries())
      add('callback_question', { ...base(), templateId: template.id, place, question, kind: answer, required });
  }
}
