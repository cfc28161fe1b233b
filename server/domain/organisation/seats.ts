import { agentKeys } from '../../../contract/phone-words.ts';
import { isGranted } from '../../../engine/model/access/index.ts';
import type { Message } from '../../../engine/model/texts/index.ts';
import { publishPhoneNews } from '../../events/phone-events.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { checkAct } from '../../permissions/people/act-on-person.ts';
import { organisationText } from '../../texts/domain/organisation-text.ts';
import { refuseInOrganisation } from './errors.ts';

/** What somebody telephones with: his seat of the browser's phone, and his ids at the integrations. */
const seatFields = ['seatCode', ...agentKeys] as const;
const seatPermission = 'staff:set_seat';
/** What a SIP address takes for a user without escapes. */
const seatForm = /^[\w.-]{1,32}$/;

/**
 * Conditions of other seats for a person, by whichever door they come: the permission, and nobody who may do more than
 * the caller. Answers what goes with the change: the password of a seat does not fit another.
 */
export async function checkSeats(
  record: StoredRecord | undefined,
  changes: Values,
  context: RuleContext,
): Promise<Values> {
  const changed = changedSeats(record, changes);
  if (changed.length === 0) return {};
  if (!isGranted(context.caller.grants, seatPermission)) throw refuseInOrganisation('E_STAFF_SEAT');
  for (const key of changed) {
    const seat = changes[key] ?? null;
    if (seat !== null && !(typeof seat === 'string' && seatForm.test(seat)))
      throw refuseInOrganisation('E_STAFF_SEAT_FORM');
  }
  if (record !== undefined) await checkHolder(record, organisationText('staff.act.seat'), context);
  return record !== undefined && changed.includes('seatCode') ? { sipPassword: null } : {};
}

/** Tells the open pages of a person that his seats are other ones: they register anew. */
export async function tellSeats(record: StoredRecord, changes: Values, { db }: RuleContext): Promise<void> {
  const isChanged = changedSeats(record, changes).length > 0 || Object.hasOwn(changes, 'sipPassword');
  if (isChanged) await publishPhoneNews(record.id, { kind: 'seats' }, db);
}

/** Sets the password of somebody's seat, or takes it away: it is written and never shown, logged or handed out. */
export async function setSeat(record: StoredRecord, input: Values, context: RuleContext): Promise<Values> {
  await checkHolder(record, organisationText('staff.act.seatPassword'), context);
  const sipPassword = input.clear === true ? null : (input.password ?? null);
  if (input.clear !== true && sipPassword === null) throw refuseInOrganisation('E_STAFF_SEAT_PASSWORD');
  if (sipPassword !== null && typeof record.seatCode !== 'string') throw refuseInOrganisation('E_STAFF_NO_SEAT');
  await context.records.update('staff', record.id, { sipPassword });
  await tellSeats(record, { sipPassword }, context);
  return { id: record.id };
}

/** Seats come with the work, as the job does; one's own may be set by who may set seats at all. */
async function checkHolder(record: StoredRecord, name: Message, context: RuleContext): Promise<void> {
  if (record.id !== context.caller.staffId) await checkAct(record, { name, grade: 'employment' }, context);
}

function changedSeats(record: StoredRecord | undefined, changes: Values): readonly string[] {
  return seatFields.filter((key) => Object.hasOwn(changes, key) && (changes[key] ?? null) !== (record?.[key] ?? null));
}
