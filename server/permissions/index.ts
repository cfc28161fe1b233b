import type { DomainRules } from '../operations/domain-rules.ts';
import { matrixOf } from './explain/matrix.ts';
import { startMatrixExport } from './explain/matrix-export.ts';
import { whyOf } from './explain/why.ts';
import { grantRole } from './grant-role.ts';
import { beginImpersonation, endImpersonation } from './impersonation.ts';
import { maskingRules } from './masking-rules.ts';
import { menuRules } from './menu-rules.ts';
import { roleRules } from './role-rules.ts';

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
