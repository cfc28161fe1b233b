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

/** A place of a page, on one of its levels. */
export type EditedPlace = Pick<UpgradeEdit, 'page' | 'level' | 'role' | 'at'>;

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

/** The colour of an outcome. */
export const outcomeTones: Readonly<Record<UpgradeEdit['status'], string>> = {
  ...{ conflict: 'orange', asleep: 'default', refused: 'red', same: 'green' },
};
