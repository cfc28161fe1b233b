import { Random } from '../../demo/crm/values/random.ts';
import type { Office } from '../../testing/office.ts';

const [partCount, chapterCount, lessonCount] = [10, 7, 6];

/** A course of five hundred chapters and lessons, and what should become of it while they are moved. */
export class ChapterTree {
  /** What is below each, in its order; `null` stands for the course. */
  readonly below = new Map<string | null, readonly string[]>([[null, []]]);
  readonly #parents = new Map<string, string | null>();
  // The same numbers each time: what breaks can be seen again.
  readonly #random = new Random(29);

  private constructor(
    private readonly company: Office,
    private readonly courseId: string,
  ) {}

  static async of(company: Office, courseId: string): Promise<ChapterTree> {
    const tree = new ChapterTree(company, courseId);
    for (let part = 1; part <= partCount; part++) {
      const partId = await tree.#add(null, `编${part}`, 'chapter');
      for (let chapter = 1; chapter <= chapterCount; chapter++) {
        const chapterId = await tree.#add(partId, `章${chapter}`, 'chapter');
        for (let lesson = 1; lesson <= lessonCount; lesson++) await tree.#add(chapterId, `节${lesson}`, 'lesson');
      }
    }
    return tree;
  }

  get size(): number {
    return this.#parents.size;
  }

  /** Those of a level, from the parts as 1. */
  level(level: number): readonly string[] {
    const above = level === 1 ? [null] : this.level(level - 1);
    return above.flatMap((id) => this.below.get(id) ?? []);
  }

  /** Moves one to another place of its level, as its page does. */
  async moveSome(): Promise<void> {
    const level = this.#pick([2, 3, 3]);
    const [id, parentId] = [this.#pick(this.level(level)), this.#pick(this.level(level - 1))];
    const from = this.#parents.get(id) ?? null;
    const others = (this.below.get(parentId) ?? []).filter((other) => other !== id);
    const before = this.#pick([...others, null]);
    await this.company.done('academic', '/v1/course/chapter/move', { id, parentId, before, from });
    const left = (this.below.get(from) ?? []).filter((other) => other !== id);
    this.below.set(from, left);
    const at = before === null ? others.length : others.indexOf(before);
    this.below.set(parentId, [...others.slice(0, at), id, ...others.slice(at)]);
    this.#parents.set(id, parentId);
  }

  /** What is below each, as it is stored. */
  async stored(): Promise<ReadonlyMap<string | null, readonly string[]>> {
    const rows = await this.company.database.rows(
      'select id, parent_id from course_chapter where course_id = $1 and deleted_at is null order by sort_no',
      [this.courseId],
    );
    const all = new Map<string | null, readonly string[]>([...this.below.keys()].map((id) => [id, []]));
    for (const { id, parent_id: parent } of rows) {
      const parentId = typeof parent === 'string' ? parent : null;
      all.set(parentId, [...(all.get(parentId) ?? []), String(id)]);
    }
    return all;
  }

  async #add(parentId: string | null, title: string, kind: string): Promise<string> {
    const others = this.below.get(parentId) ?? [];
    const place = { courseId: this.courseId, parentId, sortNo: others.length + 1 };
    const id = await this.company.records.insert('course_chapter', { ...place, title, kind, free: false });
    this.below.set(parentId, [...others, id]);
    this.below.set(id, []);
    this.#parents.set(id, parentId);
    return id;
  }

  #pick<Item>(items: readonly Item[]): Item {
    const found = items[this.#random.int(0, items.length - 1)];
    if (found === undefined) throw new TypeError('nothing to pick');
    return found;
  }
}
