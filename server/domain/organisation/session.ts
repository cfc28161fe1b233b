import { endSession } from '../../access/end-session.ts';
import type { DomainRules } from '../../operations/domain-rules.ts';

/** Ending somebody's session. */
export const sessionRules: DomainRules = {
  entity: 'login_session',
  actions: {
    async end({ id }, _, { db }) {
      await endSession(db, id, 'kick');
      return { id };
    },
  },
};
