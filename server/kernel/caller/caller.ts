import type { Grants } from '../../../engine/model/access/index.ts';
import { type FieldMask, type MaskMode, maskPolicyOf } from '../../../engine/model/documents/index.ts';

/** How far a user's rows reach. */
export type DataScope = 'self' | 'department' | 'department_tree' | 'custom' | 'all';

/** Which rows of an entity are somebody's: how far they reach, and the departments that takes in. */
export type RowPolicy = {
  readonly dataScope: DataScope;
  /** Departments whose rows are in reach; empty for `self` and `all`. */
  readonly departmentIds: readonly string[];
};

/** Whom the policy is about that decides how a masked field is shown; `default` where none does. */
export type MaskSource = 'role' | 'department' | 'staff' | 'default';

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
  /** Codes of the roles he holds, in their order; none for whom no roles are told, such as the system. */
  readonly roles?: readonly string[];
  readonly grants: Grants;
  /** Pages by name; `*` for all. */
  readonly menus: ReadonlySet<string>;
  /** How masked fields are shown, by the policy they go by; `mask` where nothing is said. */
  readonly maskModes: ReadonlyMap<string, MaskMode>;
  /** Whom the policy is about that decides how fields are shown; `default` where there is none. */
  readonly maskSources?: ReadonlyMap<string, MaskSource>;
  /** How many masked values of fields of one policy he may have shown in clear a day, where it says. */
  readonly revealLimits?: ReadonlyMap<string, number>;
  /** How many whole values of fields of one policy he may look up, where it says. */
  readonly lookupLimits?: ReadonlyMap<string, LookupLimits>;
  /** Policies whose fields he is shown in clear never, only dialled for. */
  readonly callOnly?: ReadonlySet<string>;
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

/** Under which name it is kept how a caller sees a masked field: its policy's, or its kind's where nothing is said of that. */
function maskKey({ maskModes }: Caller, mask: FieldMask): string {
  const policy = maskPolicyOf(mask);
  return maskModes.has(policy) ? policy : mask.mask;
}

/** How the caller sees a masked field. */
export function maskModeOf(caller: Caller, mask: FieldMask): MaskMode {
  return caller.maskModes.get(maskKey(caller, mask)) ?? 'mask';
}

/** What said how the caller sees a masked field. */
export function maskSourceOf(caller: Caller, mask: FieldMask): MaskSource {
  return caller.maskSources?.get(maskKey(caller, mask)) ?? 'default';
}

/** Whether the caller never sees a masked field in clear, and has it dialled only. */
export function isCallOnly(caller: Caller, mask: FieldMask): boolean {
  return caller.callOnly?.has(maskKey(caller, mask)) === true;
}

// Where no policy says how many.
const usualRevealLimit = 50;

/** How many masked values of one policy the caller may have shown in clear a day. */
export function revealLimitOf(caller: Caller, mask: FieldMask): number {
  return caller.revealLimits?.get(maskKey(caller, mask)) ?? usualRevealLimit;
}

// Where no policy says how many.
const usualLookups: LookupLimits = { minute: 20, day: 200 };

/** How many whole values of one policy's fields the caller may look up. */
export function lookupLimitsOf(caller: Caller, mask: FieldMask): LookupLimits {
  return caller.lookupLimits?.get(maskKey(caller, mask)) ?? usualLookups;
}

/** Whether the caller may have values of a masked field shown in clear at all. */
export function mayReveal(caller: Caller, mask: FieldMask): boolean {
  return !isCallOnly(caller, mask) && revealLimitOf(caller, mask) > 0;
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
