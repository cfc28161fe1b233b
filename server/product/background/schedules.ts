import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { sealing } from '../../audit/seal-rows.ts';
import { verifyNightly } from '../../audit/verify-job.ts';
import { housekeeping } from '../../jobs/housekeeping.ts';
import { maskPeriods } from '../../jobs/mask-periods.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Schedule } from '../../kernel/operation/schedule.ts';
import { declaredSchedules } from '../../operations/schedule/entity-schedule.ts';
import { telephonySchedules } from '../../telephony/index.ts';

/** Everything a product does of itself, by key: what its entities declare, what its areas do, and what every product needs. */
export function productSchedules(
  documents: DocumentSet,
  rules: RuleBook,
  further: readonly Schedule[],
): ReadonlyMap<string, Schedule> {
  const all = [
    ...declaredSchedules(documents, rules),
    ...telephonySchedules(documents, rules),
    housekeeping(documents),
    maskPeriods,
    sealing(),
    verifyNightly,
    ...further,
  ];
  return new Map(all.map((schedule) => [schedule.key, schedule]));
}
