/** An edit of a published layer that does not simply apply any more, as the server tells it. */
export type UpgradeEdit = {
  readonly key: string;
  readonly page: string;
  readonly pageTitle: string;
  readonly level: 'org' | 'role';
  readonly role: string | null;
  readonly at: string;
  readonly status: 'conflict' | 'asleep' | 'refused' | 'same';
  readonly winner?: 'edit' | 'below';
  readonly was?: unknown;
  readonly is?: unknown;
  readonly mine?: unknown;
};

/** What becomes of an edit: it stays, or the product's page goes before it. */
export type Take = 'mine' | 'shipped';

/** What was settled, and where it went: a release at once, or a draft that waits for publishing. */
export type Settled = {
  readonly settled: readonly {
    readonly page: string;
    readonly version?: number;
    readonly release?: number;
  }[];
};

/** Edits of one layer of one page. */
export type EditGroup = {
  readonly key: string;
  readonly page: string;
  readonly title: string;
  readonly level: 'org' | 'role';
  readonly role: string | null;
  readonly edits: readonly UpgradeEdit[];
};

/** The edits by the layer they belong to, in the order they came. */
export function groupsOf(edits: readonly UpgradeEdit[]): readonly EditGroup[] {
  const groups = new Map<string, UpgradeEdit[]>();
  for (const edit of edits) {
    const key = `${edit.page}/${edit.level}/${edit.role ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [edit]);
    else group.push(edit);
  }
  return [...groups].flatMap(([key, all]): readonly EditGroup[] => {
    const [first] = all;
    if (first === undefined) return [];
    const { page, pageTitle: title, level, role } = first;
    return [{ key, page, title, level, role, edits: all }];
  });
}

/** What an outcome is called, and what it means. */
export const outcomes: Readonly<
  Record<UpgradeEdit['status'], { readonly title: string; readonly hint: string; readonly colour: string }>
> = {
  conflict: { title: '冲突', hint: '产品也改了这里', colour: 'orange' },
  asleep: { title: '休眠', hint: '所在之处已经没有了，改动保留', colour: 'default' },
  refused: { title: '不能生效', hint: '这里不能在应用内修改', colour: 'red' },
  same: { title: '已经一样', hint: '产品已改成同样的', colour: 'green' },
};
