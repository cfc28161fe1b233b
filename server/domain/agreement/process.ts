import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';

const day = 86_400_000;
const hour = 3_600_000;

/** How an agreement goes its way. */
export type Process = {
  /** Days the signer has. */
  readonly signWithin: number;
  /** Days the company has to file it then; undefined where nothing is to be filed by hand. */
  readonly fileWithin: number | undefined;
  /** Whether it is filed of itself once it is signed. */
  readonly isFiledAtOnce: boolean;
  /** Hours before the end at which the signer is reminded. */
  readonly remindHours: readonly number[];
};

const usual: Process = { signWithin: 7, fileWithin: undefined, isFiledAtOnce: false, remindHours: [24] };

/** The steps that the template of an agreement asks for, in their order; the usual ones where it names none. */
export async function processOf({ templateId }: StoredRecord, { records }: RuleContext): Promise<Process> {
  const template = await records.findOne('agreement_template', { id: templateId });
  if (typeof template?.processId !== 'string') return usual;
  const process = await records.findOne('agreement_process', { id: template.processId });
  const steps = await records.find('agreement_step', { processId: template.processId });
  const within = (party: string) => steps.find((step) => step.party === party)?.withinDays;
  const [signWithin, fileWithin] = [within('signer'), within('company')];
  const hours: readonly unknown[] = Array.isArray(process?.remindHours) ? process.remindHours : [];
  return {
    signWithin: typeof signWithin === 'number' ? signWithin : usual.signWithin,
    fileWithin: typeof fileWithin === 'number' ? fileWithin : undefined,
    isFiledAtOnce: fileWithin === undefined,
    remindHours: hours.map(Number),
  };
}

/** A moment some days after another. */
export function daysAfter(now: string, days: number): string {
  return new Date(Date.parse(now) + days * day).toISOString();
}

/** When the signer is reminded: before the end, none of it past. */
export function remindersOf({ remindHours }: Process, expireAt: string, now: string): readonly string[] {
  return remindHours
    .map((before) => new Date(Date.parse(expireAt) - before * hour).toISOString())
    .filter((moment) => moment > now);
}
