import type { DomainRules } from '../kernel/operation/domain-rules.ts';
import { matrixOf } from './explain/matrix.ts';
import { startMatrixExport } from './explain/matrix-export.ts';
import { whyOf } from './explain/why.ts';
import { maskingRules } from './masking/masking-rules.ts';
import { menuRules } from './menu/menu-rules.ts';
import { beginImpersonation, endImpersonation } from './people/impersonation.ts';
import { grantRole } from './role/grant-role.ts';
import { roleRules } from './role/role-rules.ts';

/** Rules of what every product has to say who may see and do what: roles, masks and the menu. */
export const permissionRules: readonly DomainRules[] = [
  {
    ...roleRules,
    wholeActions: {
      grant: grantRole,
      viewAs: beginImpersonation,
      viewEnd: endImpersonation,
      why: whyOf,
      matrix: matrixOf,
      matrixExport: startMatrixExport,
    },
  },
  maskingRules,
  menuRules,
];
