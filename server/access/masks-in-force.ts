import { type MaskKind, type MaskMode, maskKinds } from '../../engine/model/index.ts';
import type { StoredPerson, StoredPolicy } from '../db/session-store.ts';
import type { LookupLimits } from '../kernel/caller/caller.ts';

/** How one kind of masked field is shown to a person, and what said so. */
export type MaskInForce = {
  readonly mode: MaskMode;
  /** How many values of the kind a day he may have shown in clear; undefined where nothing says. */
  readonly limit: number | undefined;
  /** How many whole values of the kind he may look up; undefined where nothing says. */
  readonly lookups: LookupLimits | undefined;
  readonly callOnly: boolean;
  /** Whom the policy is about that decides; `default` where there is none. */
  readonly source: StoredPolicy['target'] | 'default';
};

const clearest: readonly MaskMode[] = ['hidden', 'mask', 'plain'];
const modeNames: readonly string[] = clearest;

/** How clearly a mode shows a value: 0 not at all; -1 for what is no mode. */
export function clearnessOf(mode: unknown): number {
  return modeNames.indexOf(String(mode));
}

const byDefault: MaskInForce = {
  mode: 'mask',
  limit: undefined,
  lookups: undefined,
  callOnly: false,
  source: 'default',
};

/**
 * The most specific policy wins: his own, then that of the nearest department, then those of his roles. Of several roles
 * the clearest holds, and a role of which none is told gives the default mask.
 */
export function masksInForce(person: StoredPerson): ReadonlyMap<MaskKind, MaskInForce> {
  const roles = (person.roles ?? []).map(({ id }) => id);
  const policies = person.policies ?? [];
  return new Map(
    maskKinds.map((kind) => [
      kind,
      maskOf(
        policies.filter((policy) => policy.field === kind),
        roles,
      ),
    ]),
  );
}

function maskOf(policies: readonly StoredPolicy[], roles: readonly string[]): MaskInForce {
  const own = policies.find(({ target }) => target === 'staff');
  if (own !== undefined) return told(own);
  const [nearest] = policies.filter(({ target }) => target === 'department').sort((a, b) => b.depth - a.depth);
  if (nearest !== undefined) return told(nearest);
  return maskOfRoles(roles.map((id) => policies.find(({ target, targetId }) => target === 'role' && targetId === id)));
}

function maskOfRoles(policies: readonly (StoredPolicy | undefined)[]): MaskInForce {
  const said = policies.filter((policy) => policy !== undefined);
  if (said.length === 0) return byDefault;
  const ranks = policies.map((policy) => clearnessOf(policy?.mode ?? byDefault.mode));
  return {
    mode: clearest[Math.max(...ranks)] ?? byDefault.mode,
    limit: Math.max(...said.map(({ limit }) => limit)),
    lookups: {
      minute: Math.max(...said.map(({ lookupMinute }) => lookupMinute)),
      day: Math.max(...said.map(({ lookupDay }) => lookupDay)),
    },
    callOnly: policies.every((policy) => policy?.callOnly === true),
    source: 'role',
  };
}

function told({ mode, limit, lookupMinute, lookupDay, callOnly, target }: StoredPolicy): MaskInForce {
  const lookups = { minute: lookupMinute, day: lookupDay };
  return { mode: clearest[clearnessOf(mode)] ?? byDefault.mode, limit, lookups, callOnly, source: target };
}
