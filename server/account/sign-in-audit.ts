import type { Value } from '../../contract/definition/schema.ts';
import type { LoginAnswer, signIn } from '../../contract/session.ts';
import { AppError } from '../kernel/errors/app-error.ts';
import type { OpenContext } from '../kernel/operation/context.ts';
import { audited, auditOf, recordAudit } from '../records/log/record-audit.ts';
import { openSignIn } from './sign-in.ts';
import { subjectOf } from './sign-in-attempt.ts';

const action = 'session.signIn';

/** Signs in and has it written down, whether it went well or not; never what was typed as account or password. */
export async function auditedSignIn(body: Value<typeof signIn.input>, context: OpenContext): Promise<LoginAnswer> {
  const answer = await openSignIn(body, context).catch(async (error: unknown) => {
    throw error instanceof AppError && auditOf(error) === undefined ? await withEvent(error, body, context) : error;
  });
  const { ip, userAgent, platform } = context.origin;
  const facts = { userAgent: userAgent.slice(0, 255), platform };
  await recordAudit({ action, title: '登录成功', facts }, { ...context, caller: { staffId: answer.id, ip } });
  return answer;
}

/** The refusal with what is written down of it: whose account it was, where it is somebody's. */
async function withEvent(
  error: AppError,
  { account }: { readonly account: string },
  context: OpenContext,
): Promise<AppError> {
  // Asked whether or not there is such an account: the time it takes tells nothing.
  const { key, account: found } = await subjectOf(context, account);
  // What is nobody's account may be a password typed in the wrong place.
  const facts = { code: error.code, ...(found === undefined ? { account: key } : { staffId: found.id }) };
  const whose = found === undefined ? '没有这个账号' : found.name;
  return audited(error, { action, title: `登录失败：${whose}（${error.message}）`, facts, result: 'fail' });
}
