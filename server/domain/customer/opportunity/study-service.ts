import type { DomainRules } from '../../../kernel/operation/domain-rules.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { poolFor } from '../ownership/pool.ts';
import { pooledServices } from '../ownership/pooled.ts';
import { pooledTransitions } from '../ownership/pooled-transitions.ts';

const { claim, assign, return: giveBack, autoReturn } = pooledTransitions(pooledServices);
/** Results of a contact in which the student was spoken to. */
const spoken = ['connected', 'interested', 'not_interested', 'appointment'];

/** Rules of study services: the pool's own, and a first contact that is on record. */
export const studyServiceRules: DomainRules = {
  entity: 'study_service',

  // A new service waits in the pool of its project.
  async beforeCreate({ ownState, poolId, projectId }, context) {
    if (ownState !== 'pooled' || typeof poolId === 'string') return {};
    return { poolId: (await poolFor(null, [projectId], context, 'supervisor')).id };
  },

  transitions: {
    claim,
    assign,
    return: giveBack,
    autoReturn,
    firstContact: {
      async check(record, _, { records, caller }) {
        const contacts = await records.count(
          'follow_up',
          { bizType: 'study_service', bizId: record.id, staffId: caller.staffId, result: spoken },
          { key: 'createdAt', moment: String(record.assignedAt) },
        );
        if (contacts === 0) throw refuseCustomer('E_SERVICE_NO_CONTACT');
      },
    },
  },
};
