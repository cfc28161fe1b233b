import type { DomainRules } from '../../operations/domain-rules.ts';
import { refuseAboutMerged } from './merge.ts';

/** Rules of what is noted about customers: nothing more about one who was merged into another. */
export const explainRules: DomainRules = {
  entity: 'user_explain',
  async beforeCreate(values, context) {
    await refuseAboutMerged(values.userId, context);
    return {};
  },
};
