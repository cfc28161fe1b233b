import type { DomainRules } from '../kernel/operation/domain-rules.ts';
import { startVerification } from './start-verification.ts';

/** Rules of seals: they are only made by the server itself; people have them verified. */
export const auditRules: DomainRules = {
  entity: 'audit_seal',
  wholeActions: { verify: startVerification },
};
