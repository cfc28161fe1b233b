import type { Grants, MaskKind, MaskMode } from '../../../engine/model/index.ts';

/** How far a user's rows reach. */
export type DataScope = 'self' | 'department' | 'department_tree' | 'custom' | 'all';

/** Which rows of an entity are somebody's: how far they reach, and the departments that takes in. */
export type RowPolicy = {
  readonly dataScope: DataScope;
  /** Departments whose rows are in reach; empty for `self` and `all`. */
  readonly departmentIds: readonly string[];
};

/** How many whole values of a kind of masked field a person may look up: in any minute, and in a day of Asia/Shanghai. */
export type LookupLimits = { readonly minute: number; readonly day: number };

/** Who is calling, read anew with every request. */
export type Caller = RowPolicy & {
  readonly sessionId: string;
  readonly staffId: string;
  readonly name: string;
  readonly departmentId: string;
  /** Entities whose rows reach otherwise than the caller's rows do in general. */
  readonly entityRowPolicies?: ReadonlyMap<string, RowPolicy>;
  readonly projectIds: readonly string[];
  readonly grants: Grants;
  /** Pages by name; `*` for all. */
  readonly menus: ReadonlySet<string>;
  /** How masked fields are shown; `mask` where nothing is said. */
  readonly maskModes: ReadonlyMap<MaskKind, MaskMode>;
  /** Whom the policy is about that decides how a kind is shown; `default` where there is none. */
  readonly maskSources?: ReadonlyMap<MaskKind, 'role' | 'department' | 'staff' | 'default'>;
  /** How many masked values of a kind he may have shown in clear a day, where a policy says. */
  readonly revealLimits?: ReadonlyMap<MaskKind, number>;
  /** How many whole values of a masked kind he may look up, where a policy says. */
  readonly lookupLimits?: ReadonlyMap<MaskKind, LookupLimits>;
  /** Kinds he is shown in clear never, only dialled for. */
  readonly callOnly?: ReadonlySet<MaskKind>;
  readonly ip: string;
  /** Set while his password is one that was given to him: until he changes it, nothing else is answered. */
  readonly mustChangePassword?: true;
  /** Set where somebody looks as this caller without being him: then only reading is allowed. */
  readonly impersonation?: Impersonation;
};

/** Somebody who looks at the product as another person, or as if he held one role alone. */
export type Impersonation = {
  readonly kind: 'staff' | 'role';
  readonly id: string;
  readonly name: string;
  /** Who it really is. */
  readonly by: Caller;
};

/** Who really calls, whoever he looks as. */
export function actorOf(caller: Caller): Caller {
  return caller.impersonation?.by ?? caller;
}

/** Whether the caller may open the page. */
export function mayOpen(caller: Caller, pageName: string): boolean {
  return caller.menus.has('*') || caller.menus.has(pageName);
}

/** How far the rows of an entity reach for the caller. */
export function rowPolicyOf(caller: Caller, entity: string): RowPolicy {
  return caller.entityRowPolicies?.get(entity) ?? caller;
}

/** How the caller sees a masked field. */
export function maskModeOf(caller: Caller, mask: MaskKind): MaskMode {
  return caller.maskModes.get(mask) ?? 'mask';
}

// Where no policy says how many.
const usualRevealLimit = 50;

/** How many masked values of a kind the caller may have shown in clear a day. */
export function revealLimitOf(caller: Caller, mask: MaskKind): number {
  return caller.revealLimits?.get(mask) ?? usualRevealLimit;
}

// Where no policy says how many.
const usualLookups: LookupLimits = { minute: 20, day: 200 };

/** How many whole values of a masked kind the caller may look up. */
export function lookupLimitsOf(caller: Caller, mask: MaskKind): LookupLimits {
  return caller.lookupLimits?.get(mask) ?? usualLookups;
}

/** Whether the caller may have masked values of a kind shown in clear at all. */
export function mayReveal(caller: Caller, mask: MaskKind): boolean {
  return caller.callOnly?.has(mask) !== true && revealLimitOf(caller, mask) > 0;
}

/** Stands where a member of staff would: work that the server does of itself, such as schedules. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Who does the server's own work: nobody in particular, and all may be done. */
export const systemCaller: Caller = {
  sessionId: '',
  staffId: nobody,
  name: '系统',
  departmentId: nobody,
  dataScope: 'all',
  departmentIds: [],
  projectIds: [],
  grants: new Set(['*']),
  menus: new Set(['*']),
  maskModes: new Map(),
  ip: '',
};

/** Whose id stands in rows that a caller writes; null for the server's own work. */
export function authorOf(caller: Pick<Caller, 'staffId'>): string | null {
  return caller.staffId === nobody ? null : caller.staffId;
}

/** The caller as expressions see him. */
export function callerValues(caller: Caller): Record<string, unknown> {
  return {
    id: authorOf(caller),
    name: caller.name,
    departmentId: authorOf(caller) === null ? null : caller.departmentId,
    departmentIds: caller.departmentIds,
    projectIds: caller.projectIds,
  };
}
