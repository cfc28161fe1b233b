import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { textOfHtml } from '../../kernel/text/html-text.ts';

const maxStaff = 20_000;
const maxContentLength = 2000;
const activity = '13';

/** Writes a notice of an activity for every member of staff at work whom the announcement is meant for. */
export async function tellStaff(announcement: StoredRecord, context: RuleContext): Promise<void> {
  if (announcement.audience !== 'staff' || announcement.notify !== true) return;
  const { records } = context;
  const staff = await records.find('staff', { status: 'active' }, maxStaff);
  const departments = idsOf(announcement.departmentIds);
  const projects = idsOf(announcement.projectIds);
  const chains = new Map<string, readonly string[]>();
  for (const person of staff) {
    const departmentId = String(person.departmentId);
    const chain = chains.get(departmentId) ?? (await records.upFrom('department', departmentId));
    chains.set(departmentId, chain);
    if (!isMeant(departments, chain) || !isMeant(projects, idsOf(person.projectIds))) continue;
    await records.insertLater('notification', {
      receiverId: person.id,
      type: activity,
      title: announcement.title,
      content: textOfHtml(String(announcement.content)).slice(0, maxContentLength) || '—',
      stage: '1',
      status: '1',
      dedupeKey: `announcement:${announcement.id}:${person.id}`,
    });
  }
}

/** Whether one of the wanted is held; none wanted means everybody. */
function isMeant(wanted: readonly string[], held: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((id) => held.includes(id));
}

function idsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
