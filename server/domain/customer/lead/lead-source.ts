import { dayStart } from '../../../../engine/model/index.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { Values } from '../../../kernel/operation/record-store.ts';
import { refuseCustomer } from '../errors/errors.ts';

/** Refuses a lead whose project or channel is disabled, or whose WeChat account is out of use or full for today. */
export async function checkSource(values: Values, context: RuleContext): Promise<void> {
  const { records } = context;
  for (const [key, entity, title] of [
    ['projectId', 'project', '咨询项目'],
    ['channelId', 'channel', '来源渠道'],
  ] as const) {
    if (typeof values[key] !== 'string') continue;
    const row = await records.findOne(entity, { id: values[key] });
    if (row?.enabled !== true) throw refuseSource(key, title);
  }
  if (typeof values.promoteWechatId === 'string') await checkWechat(values.promoteWechatId, context);
}

/** The account is held, so that two leads at once do not both take its last place. */
async function checkWechat(id: string, { records, now }: RuleContext): Promise<void> {
  const account = await records.lockOne('promote_wechat', id);
  if (account?.status !== 'on') throw refuseSource('promoteWechatId', '推广微信');
  if (typeof account.dailyLimit !== 'number') return;
  const today = await records.count('lead', { promoteWechatId: id }, { key: 'createdAt', moment: dayStart(now) });
  if (today >= account.dailyLimit) throw refuseCustomer('E_WECHAT_FULL', { max: account.dailyLimit });
}

function refuseSource(key: string, title: string) {
  const fault = { code: 'E_INPUT_CHOICE', pointer: `/${key}`, title } as const;
  return refuseCustomer('E_LEAD_SOURCE', { title }, { faults: [fault] });
}
