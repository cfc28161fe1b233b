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

const toldOfStudents: typeof told = [
  ['基础薄弱', 'orange', '摸底不到四成，先补基础课'],
  ['时间紧', 'red', '每周能学不到五小时，计划按周排'],
  ['家长沟通', 'purple', '重要的事同时告诉家长'],
  ['学习自觉', 'green', '不用催，按月回访即可'],
];

type Parts = {
  readonly add: (entity: string, row: LoadedRow) => void;
  readonly now: number;
  readonly random: Random;
  readonly createdBy: string;
};

/** Tags of customers and of students, and which of them each bears. */
export class Tags {
  readonly #ids: readonly string[];
  readonly #ofStudents: readonly string[];

  constructor({ add, now, random, createdBy }: Parts) {
    const createdAt = now - 60 * day;
    const written = (list: typeof told, bearer: string, before: number) =>
      list.map(([name, color, purpose], index) => {
        const id = demoId(createdAt, random);
        const enabled = !name.startsWith('已停用');
        const place = before + index + 1;
        add('tag', { id, createdAt, createdBy, updatedAt: createdAt, name, color, bearer, purpose, enabled, place });
        return id;
      });
    this.#ids = written(told, 'customer', 0);
    this.#ofStudents = written(toldOfStudents, 'student', told.length);
  }

  /** A row of a customer, a lead or a service with its tags: every third has none, some have two. They follow from its number alone. */
  marked(entity: string, row: LoadedRow): LoadedRow {
    if (entity === 'customer') return tagged(row, this.#ids, row.customerNo);
    if (entity === 'lead') return tagged(row, this.#ids.slice(0, 4), row.leadNo);
    return entity === 'study_service' ? tagged(row, this.#ofStudents, row.serviceNo) : row;
  }
}

function tagged(row: LoadedRow, tags: readonly string[], no: unknown): LoadedRow {
  const number = Number(String(no).slice(-6));
  const ids = [tags[number % 11], tags[(number * 7) % 17]].filter((id) => id !== undefined);
  return ids.length === 0 ? row : { ...row, tagIds: [...new Set(ids)] };
}
