import type { LoadedRow } from '../../../db/load/table-writer.ts';
import { day } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';

type Values = Readonly<Record<string, string | number>>;

/** An edition of a template and its id. */
export type DemoEdition = { readonly id: string; readonly number: number };

const editionChanged = 90 * day;
const terms =
  '<h2>课程服务协议</h2><p>甲方（学员）：{customer}，签署人：{signer}</p><p>甲方就{project}购买：{classTypes}。订单 {orderNo}，金额 {amount}（{amountWords}），{payPlan}。</p>';
const rules = '<ol><li>课程自开通之日起提供，服务期以班型为准。</li><li>退费按本协议与学校公布的办法核算。</li></ol>';
const guarantee = `${terms}<p>未通过考试的，凭成绩退还学费的 {guaranteeRatio}。</p>${rules}`;

/** Writes two processes and the templates, two of them in two editions: agreements before the second keep the first. */
export class AgreementTemplates {
  readonly #random = new Random(11);
  readonly #editions: readonly [first: DemoEdition, second: DemoEdition];

  constructor(
    private readonly opened: number,
    private readonly add: (entity: string, row: LoadedRow) => void,
  ) {
    const byHand = this.#process(
      '签署后归档',
      ['72', '24'],
      [
        ['signer', 7],
        ['company', 3],
      ],
    );
    const atOnce = this.#process('签署即归档', ['24', '2'], [['signer', 3]]);
    const service = { code: 'service', name: '课程服务协议', bindType: 'class_type', processId: byHand };
    const ensured = { code: 'guarantee', name: '协议班服务协议', bindType: 'class_type', processId: atOnce };
    this.#editions = [
      this.#template({ ...service, body: `${terms}${rules}`, status: 'archived' }, 1),
      this.#template({ ...service, body: `${terms}${rules}<p>签署日期：{signedOn}</p>`, status: 'published' }, 2),
    ];
    this.#template({ ...ensured, body: guarantee, guaranteeRatio: 60, status: 'archived' }, 1);
    this.#template({ ...ensured, body: guarantee, guaranteeRatio: 70, status: 'published' }, 2);
    this.#template({ ...service, body: `${terms}${rules}<p>{student}</p>`, status: 'draft' }, 3);
    const words = '<p>我们只为提供课程服务收集必要的信息。</p>';
    this.#template({ code: 'privacy', name: '隐私政策', bindType: 'privacy', body: words, status: 'published' }, 1);
    this.#template({ code: 'user', name: '用户协议', bindType: 'user', body: words, status: 'published' }, 1);
  }

  /** The edition that was published at a moment. */
  at(moment: number): DemoEdition {
    const [first, second] = this.#editions;
    return moment < this.opened + editionChanged ? first : second;
  }

  #template(values: Values, edition: number): DemoEdition {
    const createdAt = edition === 1 ? this.opened : this.opened + editionChanged;
    const id = demoId(createdAt, this.#random);
    this.add('agreement_template', { id, createdAt, createdBy: null, ...values, edition });
    return { id, number: edition };
  }

  #process(name: string, remindHours: readonly string[], steps: readonly (readonly [string, number])[]): string {
    const base = () => ({ id: demoId(this.opened, this.#random), createdAt: this.opened, createdBy: null });
    const row = base();
    this.add('agreement_process', { ...row, name, remindHours: JSON.stringify(remindHours), enabled: true });
    for (const [at, [party, withinDays]] of steps.entries())
      this.add('agreement_step', { ...base(), processId: row.id, party, withinDays, place: at + 1 });
    return row.id;
  }
}
