import type { Grants, MaskKind, MaskMode } from '../../engine/model/index.ts';

/** How far a user's rows reach. */
export type DataScope = 'self' | 'department' | 'department_tree' | 'custom' | 'all';

/** Who is calling, read anew with every request. */
export type Caller = {
  readonly sessionId: string;
  readonly staffId: string;
  readonly name: string;
  readonly departmentId: string;
  readonly dataScope: DataScope;
  /** Departments whose rows are in reach; empty for `self` and `all`. */
  readonly departmentIds: readonly string[];
  readonly projectIds: readonly string[];
  readonly grants: Grants;
  /** Pages by name; `*` for all. */
  readonly menus: ReadonlySet<string>;
  /** How masked fields are shown; `mask` where nothing is said. */
  readonly maskModes: ReadonlyMap<MaskKind, MaskMode>;
  readonly ip: string;
};

/** Whether the caller may open the page. */
export function mayOpen(caller: Caller, pageName: string): boolean {
  return caller.menus.has('*') || caller.menus.has(pageName);
}

/** How the caller sees a masked field. */
export function maskModeOf(caller: Caller, mask: MaskKind): MaskMode {
  return caller.maskModes.get(mask) ?? 'mask';
}
