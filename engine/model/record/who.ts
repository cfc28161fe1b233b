import { type Grants, isGranted } from '../access/permissions.ts';
import type { Scope } from '../expression/evaluate.ts';
import { textHolds } from '../expression/text-condition.ts';
import type { Who } from '../generated/documents.ts';

/** Whether somebody with these grants may act or write: the condition holds for him, or he holds the key. Nothing said is everybody. */
export function isAllowed(who: Who | undefined, scope: Scope, grants: Grants): boolean {
  const left = whoFor(who, grants);
  return left === undefined || (left.when !== undefined && textHolds(left.when, scope));
}

/** What is left to find out for somebody with these grants; undefined where he may whatever the record says. */
export function whoFor(who: Who | undefined, grants: Grants): Who | undefined {
  if (who === undefined) return undefined;
  const { permission, ...left } = who;
  return permission !== undefined && isGranted(grants, permission) ? undefined : left;
}

/** The condition of somebody whose grants are looked at already, as a browser gets it. */
export function whoCondition(who: Who | undefined): string | undefined {
  return who === undefined ? undefined : (who.when ?? 'false');
}
