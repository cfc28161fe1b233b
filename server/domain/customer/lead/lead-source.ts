import type { Message } from '../../../../engine/model/texts/index.ts';
import { dayStart } from '../../../../engine/model/time/index.ts';
import { saidPlace } from '../../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import { maxFound, type Values } from '../../../kernel/operation/record-store.ts';
import { leadText } from '../../../texts/domain/lead-text.ts';
import { refuseCustomer } from '../errors/errors.ts';

/** A WeChat account that leads come by, held; `room` is how many more it takes today, where there is a limit. */
type Account = { readonly isOn: boolean; readonly limit: number | undefined; room: number };

/** Where leads come from and what about: those of the rows that are in use. */
export type LeadSources = {
  readonly projects: ReadonlySet<unknown>;
  readonly channels: ReadonlySet<unknown>;
  readonly accounts: ReadonlyMap<unknown, Account>;
};

/** What is in use of the projects, channels and WeChat accounts that rows name. */
export async function sourcesOf(rows: readonly Values[], context: RuleContext): Promise<LeadSources> {
  const named = (key: string) => [...new Set(rows.map((row) => row[key]).filter((id) => typeof id === 'string'))];
  return {
    projects: await inUse('project', named('projectId'), context),
    channels: await inUse('channel', named('channelId'), context),
    accounts: await heldAccounts(named('promoteWechatId'), context),
  };
}

/** Refuses a lead whose project or channel is disabled, or whose WeChat account is out of use or full for today. */
export function takeSource(values: Values, { projects, channels, accounts }: LeadSources): void {
  const { projectId, channelId, promoteWechatId } = values;
  if (typeof projectId === 'string' && !projects.has(projectId))
    throw refuseSource('projectId', leadText('lead.project'));
  if (typeof channelId === 'string' && !channels.has(channelId))
    throw refuseSource('channelId', leadText('lead.channel'));
  if (typeof promoteWechatId !== 'string') return;
  const account = accounts.get(promoteWechatId);
  if (account?.isOn !== true) throw refuseSource('promoteWechatId', leadText('lead.wechat'));
  if (account.room <= 0) throw refuseCustomer('E_WECHAT_FULL', { max: account.limit });
  account.room -= 1;
}

async function inUse(entity: string, ids: readonly string[], { records }: RuleContext): Promise<ReadonlySet<unknown>> {
  if (ids.length === 0) return new Set();
  const found = await records.find(entity, { id: ids, enabled: true }, maxFound);
  return new Set(found.map(({ id }) => id));
}

/** The accounts are held, one after another in the same order, so that two leads at once do not both take a last place. */
async function heldAccounts(
  ids: readonly string[],
  { records, now }: RuleContext,
): Promise<ReadonlyMap<unknown, Account>> {
  const accounts = new Map<unknown, Account>();
  for (const id of ids.toSorted()) {
    const held = await records.lockOne('promote_wechat', id);
    const limit = typeof held?.dailyLimit === 'number' ? held.dailyLimit : undefined;
    accounts.set(id, { isOn: held?.status === 'on', limit, room: Number.POSITIVE_INFINITY });
  }
  const limited = [...accounts].filter(([, { isOn, limit }]) => isOn && limit !== undefined).map(([id]) => id);
  if (limited.length === 0) return accounts;
  const since = { key: 'createdAt', moment: dayStart(now) };
  const today = await records.tally('lead', 'promoteWechatId', { promoteWechatId: limited }, since);
  for (const [id, account] of accounts)
    if (account.limit !== undefined) account.room = account.limit - (today.get(id) ?? 0);
  return accounts;
}

function refuseSource(key: string, title: Message) {
  const fault = { code: 'E_INPUT_CHOICE', ...saidPlace({ pointer: `/${key}`, title }) } as const;
  return refuseCustomer('E_LEAD_SOURCE', { title }, { faults: [fault] });
}
