import type { LoginAnswer } from '../../engine/model/index.ts';
import { AppError } from '../kernel/errors/app-error.ts';
import type { OpenContext } from '../kernel/operation/context.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { audited, auditOf, recordAudit } from '../records/log/record-audit.ts';
import { signIn } from './sign-in.ts';
import { subjectOf } from './sign-in-attempt.ts';

const action = 'session.signIn';

/** Signs in and has it written down, whether it went well or not; never what was typed as account or password. */
export async function auditedSignIn(body: Values, context: OpenContext): Promise<LoginAnswer> {
  const answer = await signIn(body, context).catch(async (error: unknown) => {
    throw error instanceof AppError && auditOf(error) === undefined ? await withEvent(error, body, context) : error;
  });
  const { ip, userAgent, platform } = context.origin;
  const facts = { userAgent: userAgent.slice(0, 255), platform };
  await recordAudit({ action, title: '登录成功', facts }, { ...context, caller: { staffId: answer.id, ip } });
  return answer;
}

/** The refusal with what is written down of it: whose account it was, where it is somebody's. */
async function withEvent(error: AppError, { account }: Values, context: OpenContext): Promise<AppError> {
  const text = typeof account === 'string' ? account.slice(0, 64) : '';
  // Asked whether or not there is such an account: the time it takes tells nothing.
  const { key, account: found } = await subjectOf(context, text);
  // What is nobody's account may be a password typed in the wrong place.
  const facts = { code: error.code, ...(found === undefined ? { account: key } : { staffId: found.id }) };
  const whose = found === undefined ? '没有这个账号' : found.name;
  return audited(error, { action, title: `登录失败：${whose}（${error.message}）`, facts, result: 'fail' });
}
