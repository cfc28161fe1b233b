import { rm } from 'node:fs/promises';
import path from 'node:path';
import { some } from '../../demo/crm/values/random.ts';
import { smsFolder } from '../../testing/job-worker.ts';
import { uploadAs } from '../../testing/multipart.ts';
import { codeOf } from '../orders/order-company.testing.ts';
import { act, actOnceOrTwice, note, type Play, pickOne, type Step } from '../orders/random-play.testing.ts';
import type { AgreementCompany } from './agreement-company.testing.ts';

type Agreeing = Play<AgreementCompany>;

const people = some(['sales', 'group_leader', 'academic', 'finance', 'manager', 'admin'] as const);
/** Who usually does what to an agreement, from where it stands. */
const usualSteps: Readonly<Record<string, readonly [by: string, key: string]>> = {
  draft: ['sales', 'send'],
  pending_upload: ['sales', 'upload'],
  reviewing: ['academic', 'approve'],
  signed: ['academic', 'archive'],
  archived: ['manager', 'void'],
};
const others = some(['send', 'upload', 'approve', 'reject', 'archive', 'void', 'revoke', 'remind'] as const);
const waiting: readonly unknown[] = ['sent', 'viewed'];

let scans = 0;
/** A scan: a picture that no other one is. */
async function scan(company: AgreementCompany, by: string): Promise<unknown> {
  scans += 1;
  const head = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex');
  const picture = Buffer.concat([head, Buffer.from(String(scans).padStart(64, '0'))]);
  return uploadAs(company, by, `扫描件${scans}.png`, picture);
}

/** A new agreement of some order, now and then in the place of one that is there. */
async function draft(play: Agreeing): Promise<void> {
  const { company, random } = play;
  const orders = await company.records.pick('sales_order', ['status'], {}, 400);
  const orderId = pickOne(orders, random)?.id;
  const templates = await company.records.pick('agreement_template', ['status'], {}, 2);
  const templateId = templates.length < 2 ? await company.template() : pickOne(templates, random)?.id;
  const former = await company.records.pick('agreement', ['status'], { orderId, status: ['signed', 'archived'] }, 5);
  const replaced = random.chance(0.4) ? pickOne(former, random) : undefined;
  const body = {
    ...{ orderId, templateId, mode: random.chance(0.6) ? 'online' : 'offline' },
    ...{ signerName: '李四', signerMobile: '13900002222' },
    ...(replaced === undefined ? {} : { replacesId: replaced.id }),
  };
  await actOnceOrTwice({ by: 'sales', path: '/v1/agreement/create', body }, play);
}

/** What whoever has the link does: reads, signs, mistypes the code, refuses, or lets it expire. */
async function sign(id: string, play: Agreeing): Promise<void> {
  const { company, random, tally, schedules } = play;
  const link = await company.link(id);
  const kind = random.int(0, 9);
  if (kind === 0) await company.signing('refuse', link, { reason: '随机' });
  if (kind === 1) {
    await company.database.rows("update agreement set expire_at = now() - interval '1 minute' where id = $1", [id]);
    await schedules.run('agreement.expire');
  }
  if (kind < 4) return void (await company.signing('view', link));
  // Only the last message is looked for.
  await rm(path.join(smsFolder(company.database), 'sent'), { recursive: true, force: true });
  if ((await company.signing('code/create', link)).code !== '0') return;
  const right = await company.code(id);
  const code = random.chance(0.15) ? '000000' : right;
  const answers = await Promise.all(
    [link, ...(random.chance(0.3) ? [link] : [])].map((one) => company.signing('sign', one, { code })),
  );
  for (const answer of answers) {
    if (codeOf(answer) === 'E_SERVER') tally.wrong.push(`sign: ${JSON.stringify(answer)}`);
    if (answer.data?.done === true) note(tally, 'signed');
  }
}

/** Makes an agreement, or takes one on: mostly what comes next, now and then anything by anybody. */
export async function turnOfAgreements(play: Agreeing): Promise<void> {
  const { company, random } = play;
  const known = await company.records.pick('agreement', ['status'], {}, 400);
  // What is over is looked at now and then only.
  const live = known.filter(({ status }) => waiting.includes(status) || usualSteps[String(status)] !== undefined);
  const agreement = pickOne(random.chance(0.1) ? known : live, random);
  if (agreement === undefined || random.chance(0.3)) return draft(play);
  const { id, status } = agreement;
  if (waiting.includes(status) && random.chance(0.85)) return sign(id, play);
  const isUsual = random.chance(0.8);
  const [usualBy, usualKey] = usualSteps[String(status)] ?? ['sales', 'revoke'];
  const [by, key] = isUsual ? [usualBy, usualKey] : [random.pick(people), random.pick(others)];
  const inputs = new Map<string, Step['body']>(
    Object.entries({ void: { reason: '随机' }, revoke: { reason: '随机' }, reject: { rejectReason: '随机' } }),
  );
  const input = key === 'upload' ? { file: await scan(company, by) } : (inputs.get(key) ?? {});
  const step = { by, path: `/v1/agreement/${key}`, body: { id, ...input } };
  // A scan is handed in once.
  await (key === 'upload' ? act(step, play) : actOnceOrTwice(step, play));
}
