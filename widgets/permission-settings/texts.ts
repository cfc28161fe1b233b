import type { GrantText } from './use-grant-text.ts';

const scopes = ['self', 'department', 'department_tree', 'custom', 'all'] as const;
const modes = ['plain', 'mask', 'hidden'] as const;

/** What the page calls a scope. */
export function scopeText(scope: string, t: GrantText): string {
  const known = scopes.find((one) => one === scope);
  return known === undefined ? scope : t(`scope.${known}`);
}

/** What the page calls a way to show masked fields. */
export function modeText(mode: string, t: GrantText): string {
  const known = modes.find((one) => one === mode);
  return known === undefined ? mode : t(`mode.${known}`);
}

/** The scopes a selection offers. */
export function scopeOptions(t: GrantText) {
  return scopes.map((scope) => ({ value: scope, label: t(`scope.${scope}`) }));
}

/** The ways to show masked fields a selection offers. */
export function modeOptions(t: GrantText) {
  return modes.map((mode) => ({ value: mode, label: t(`mode.${mode}`) }));
}
