import type { DomainRules } from '../operations/domain-rules.ts';
import { grantRole } from './grant-role.ts';
import { maskingRules } from './masking-rules.ts';
import { menuRules } from './menu-rules.ts';
import { roleRules } from './role-rules.ts';

/** Rules of what every product has to say who may see and do what: roles, masks and the menu. */
export const permissionRules: readonly DomainRules[] = [
  { ...roleRules, wholeActions: { grant: grantRole } },
  maskingRules,
  menuRules,
];
