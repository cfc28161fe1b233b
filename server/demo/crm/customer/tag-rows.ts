import type { LoadedRow } from '../../../db/load/table-writer.ts';
import { day } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import type { Random } from '../values/random.ts';

const told: readonly (readonly [name: string, color: string, purpose: string])[] = [
  ['重点', 'red', '本月要谈成的客户'],
  ['已加微信', 'green', '加上了微信，资料可以从微信发'],
  ['在职备考', 'blue', '白天上班，晚上或周末联系'],
  ['转介绍', 'purple', '学员或同事介绍来的，成交后致谢'],
  ['价格敏感', 'orange', '在意优惠与分期，先讲奖学金'],
  ['二战', 'gold', '考过一次，看薄弱科目'],
  ['已停用的活动', 'gray', '去年双十一到场的客户'],
];

type Parts = {
  readonly add: (entity: string, row: LoadedRow) => void;
  readonly now: number;
  readonly random: Random;
  readonly createdBy: string;
};

/** Tags of customers, and which of them each customer bears. */
export class Tags {
  readonly #ids: readonly string[];

  constructor({ add, now, random, createdBy }: Parts) {
    const createdAt = now - 60 * day;
    this.#ids = told.map(([name, color, purpose], index) => {
      const id = demoId(createdAt, random);
      const enabled = index < told.length - 1;
      add('tag', { id, createdAt, createdBy, updatedAt: createdAt, name, color, purpose, enabled, place: index + 1 });
      return id;
    });
  }

  /** A customer's row with his tags: every third has none, some have two. They follow from his number alone. */
  marked(row: LoadedRow): LoadedRow {
    const number = Number(String(row.customerNo).slice(-6));
    const ids = [this.#ids[number % 11], this.#ids[(number * 7) % 17]].filter((id) => id !== undefined);
    return ids.length === 0 ? row : { ...row, tagIds: [...new Set(ids)] };
  }
}
