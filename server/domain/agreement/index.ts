import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import type { Schedule } from '../../kernel/operation/schedule.ts';
import { agreementRules } from './agreement.ts';
import { messageSchedule } from './messages.ts';
import { sealCheck } from './seal-check.ts';
import { templateRules } from './template.ts';

export { approvedOrder } from './draft.ts';
export { signingOperations } from './signing.ts';

/** Rules of agreements and their templates. */
export const agreementArea: readonly DomainRules[] = [agreementRules, templateRules];

/** What the area does of itself beyond what its entities declare. */
export const agreementSchedules: readonly Schedule[] = [messageSchedule, sealCheck];
