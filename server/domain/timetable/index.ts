import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { sessionRules } from './session.ts';

/** Rules of the timetable: its sessions, made alone, as a series or by copying a week. */
export const timetableArea: readonly DomainRules[] = [sessionRules];
