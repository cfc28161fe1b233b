import { endSession } from '../../account/end-session.ts';
import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { checkAct } from '../../permissions/people/act-on-person.ts';
import { organisationText } from '../../texts/domain/organisation-text.ts';

/** Ending somebody's session. */
export const sessionRules: DomainRules = {
  entity: 'login_session',
  actions: {
    async end({ id, staffId }, _, context) {
      const person = await context.records.findOne('staff', { id: staffId });
      // His own he may end anyway.
      if (person !== undefined && person.id !== context.caller.staffId)
        await checkAct(person, { name: organisationText('staff.act.kick'), grade: 'employment' }, context);
      await endSession(context.db, id, 'kick');
      return { id };
    },
  },
};
