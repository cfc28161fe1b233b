import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readJson } from '../../kernel/folders/written-file.ts';
import { type JobWorker, smsFolder, startJobWorker } from '../../testing/job-worker.ts';
import { type Answer, type OrderCompany, startOrderCompany } from '../orders/order-company.testing.ts';
import { type ScheduleRunner, scheduleRunner } from '../orders/refund-driver.testing.ts';
import { signingLink } from './link.ts';

type Values = Readonly<Record<string, unknown>>;

/** A company whose orders are agreed on. */
export type AgreementCompany = OrderCompany & {
  readonly worker: JobWorker;
  readonly schedules: ScheduleRunner;
  /** A published template; answers its id. */
  template(over?: Values): Promise<string>;
  /** An agreement of an approved order, drafted by its seller; answers its id. */
  drafted(over?: Values): Promise<string>;
  /** The same, sent. */
  sent(over?: Values): Promise<string>;
  move(by: string, key: string, id: string, input?: Values): Promise<Answer>;
  done(by: string, key: string, id: string, input?: Values): Promise<void>;
  /** The link an agreement was sent with, as its signer has it. */
  link(id: string): Promise<Link>;
  /** Calls an operation of signing. */
  signing(key: string, link: Link, more?: Values): Promise<Answer>;
  /** The code of the last message, as the signer reads it. */
  code(id: string): Promise<string>;
  /** Signs, as the signer does. */
  signed(over?: Values): Promise<string>;
};

export type Link = { readonly agreement: string; readonly sign: string };

/** The text that templates of tests have. */
export const text =
  '<p>甲方{customer}，<strong>{classTypes}</strong>，共{amount}（{amountWords}），{payPlan}，订单{orderNo}。</p>';

/** Starts it. */
export async function startAgreementCompany(): Promise<AgreementCompany> {
  const company = await startOrderCompany();
  const worker = startJobWorker(company.documents, company.database);
  const schedules = await scheduleRunner(company, worker);
  let serial = 0;
  const ok = (answer: Answer): string => {
    if (answer.code !== '0') throw new TypeError(JSON.stringify(answer));
    return String(answer.data.id);
  };
  const all: AgreementCompany = {
    ...company,
    worker,
    schedules,
    template(over = {}) {
      serial += 1;
      const row = { code: `XY${serial}`, name: `协议${serial}`, bindType: 'class_type', body: text, ...over };
      return company.records.insert('agreement_template', { ...row, edition: 1, status: 'published' });
    },
    async drafted(over = {}) {
      const orderId = over.orderId ?? (await company.payable());
      const templateId = over.templateId ?? (await all.template());
      const body = { mode: 'online', signerName: '李四', signerMobile: '13900002222', ...over, orderId, templateId };
      return ok(await company.act('sales', '/v1/agreement/create', body));
    },
    async sent(over) {
      const id = await all.drafted(over);
      await all.done('sales', 'send', id);
      return id;
    },
    move: (by, key, id, input = {}) => company.act(by, `/v1/agreement/${key}`, { id, ...input }),
    async done(by, key, id, input) {
      ok(await all.move(by, key, id, input));
    },
    async link(id) {
      return linkIn(signingLink({ ...(await company.stored('agreement', id)), id }, worker.platform));
    },
    async signing(key, link, more = {}) {
      const request = { method: 'POST', url: `/v1/agreement/signing/${key}`, payload: { ...link, ...more } } as const;
      return (await company.app.inject({ ...request, headers: { 'user-agent': '手机浏览器' } })).json();
    },
    async code(id) {
      const no = (await company.stored('agreement', id)).agreementNo;
      const codes = (await texts(company)).filter((words) => words.includes(`协议 ${String(no)}`));
      return /验证码 (\d{6})/.exec(codes.at(-1) ?? '')?.[1] ?? '';
    },
    async signed(over) {
      const id = await all.sent(over);
      const link = await all.link(id);
      await all.signing('code/create', link);
      ok(await all.signing('sign', link, { code: await all.code(id) }));
      return id;
    },
    async close() {
      await worker.close();
      await company.close();
    },
  };
  return all;
}

/** What was sent to phones, oldest first. */
export async function texts({ database }: Pick<OrderCompany, 'database'>): Promise<readonly string[]> {
  const folder = path.join(smsFolder(database), 'sent');
  const sent: { readonly at: string; readonly text: string }[] = [];
  for (const name of await readdir(folder)) {
    const { at, text: words } = Object(await readJson(path.join(folder, name)));
    sent.push({ at: String(at), text: String(words) });
  }
  return sent.toSorted((one, other) => one.at.localeCompare(other.at)).map((message) => message.text);
}

/** The link that an address is. */
export function linkIn(address: string): Link {
  const { searchParams } = new URL(address);
  return { agreement: searchParams.get('agreement') ?? '', sign: searchParams.get('sign') ?? '' };
}
