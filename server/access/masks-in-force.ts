import {
  type DocumentSet,
  type FieldMask,
  type MaskMode,
  maskPolicies,
  maskPolicyOf,
} from '../../engine/model/documents/index.ts';
import type { StoredPerson, StoredPolicy } from '../db/session-store.ts';
import type { LookupLimits, MaskSource } from '../kernel/caller/caller.ts';

/** How masked fields of one policy are shown to a person, and what said so. */
export type MaskInForce = {
  readonly mode: MaskMode;
  /** How many values of it a day he may have shown in clear; undefined where nothing says. */
  readonly limit: number | undefined;
  /** How many whole values of it he may look up; undefined where nothing says. */
  readonly lookups: LookupLimits | undefined;
  readonly callOnly: boolean;
  /** Whom the policy is about that decides; `default` where there is none. */
  readonly source: MaskSource;
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
 * How fields are shown to a person, by the name of the policy they go by. The most specific policy wins: his own, then that
 * of the nearest department, then those of his roles; of one and the same target what is told of the fields' own policy,
 * else what is told of their kind. Of several roles the clearest holds, and a role of which none is told gives the default
 * mask.
 */
export function masksInForce(
  person: Pick<StoredPerson, 'roles' | 'policies'>,
  documents: Pick<DocumentSet, 'entities'>,
): ReadonlyMap<string, MaskInForce> {
  const roles = (person.roles ?? []).map(({ id }) => id);
  const policies = person.policies ?? [];
  return new Map(maskPolicies(documents).map((mask) => [maskPolicyOf(mask), maskOf(toldOf(mask, policies), roles)]));
}

/** What is told of fields: of every target that of their own policy, else that of their kind. */
function toldOf(mask: FieldMask, policies: readonly StoredPolicy[]): readonly StoredPolicy[] {
  const kind = policies.filter(({ field }) => field === mask.mask);
  if (mask.maskPolicy === undefined) return kind;
  const own = policies.filter(({ field }) => field === mask.maskPolicy);
  const isTold = ({ target, targetId }: StoredPolicy) =>
    own.some((policy) => policy.target === target && policy.targetId === targetId);
  return [...own, ...kind.filter((policy) => !isTold(policy))];
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
