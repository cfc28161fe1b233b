import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { tellStaff } from './tell-staff.ts';

/** Rules of announcements: one for staff that shall be pushed becomes a notice of everybody it is meant for. */
export const announcementArea: readonly DomainRules[] = [
  {
    entity: 'announcement',
    transitions: { publish: { after: (record, _, context) => tellStaff(record, context) } },
  },
];
