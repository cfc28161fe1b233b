import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { qaText } from '../../texts/domain/qa-text.ts';
import { refuseQa } from './errors.ts';
import { answersIn } from './store.ts';
import { refuseForbidden } from './words.ts';

/** Rules of questions that documents cannot say: what an answer may not say, and who may be given one. */
export const studentQuestionRules: DomainRules = {
  entity: 'student_question',
  transitions: {
    answer: {
      check: (_, { reply }, context) => refuseForbidden(reply, qaText('qa.answer'), context),
    },
    transfer: { check: refuseReceiver },
  },
};

/** Whoever gets a question is another teacher of its project, at work. */
async function refuseReceiver(question: StoredRecord, { staffId }: Values, context: RuleContext): Promise<void> {
  if (typeof staffId !== 'string') return;
  const { projectId, answererId } = question;
  if (staffId !== answererId && (await answersIn(context.db, staffId, projectId))) return;
  const staff = await context.records.findOne('staff', { id: staffId });
  throw refuseQa('E_QA_RECEIVER', { name: staff?.name ?? '' });
}

/** Rules of answers: what is changed afterwards says nothing that is forbidden, and when it was changed. */
export const studentAnswerRules: DomainRules = {
  entity: 'student_answer',
  async beforeModify(_, changes, context) {
    await refuseForbidden(changes.content, qaText('qa.answer'), context);
    return { editedAt: context.now };
  },
};
