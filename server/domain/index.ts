import type { DocumentSet } from '../../engine/model/documents/index.ts';
import type { DomainRules, RuleBook } from '../kernel/operation/domain-rules.ts';
import type { JobKind } from '../kernel/operation/job.ts';
import type { Operation } from '../kernel/operation/operation.ts';
import type { Schedule } from '../kernel/operation/schedule.ts';
import { agreementArea, agreementSchedules, signingOperations } from './agreement/index.ts';
import { announcementArea } from './announcement/index.ts';
import { callArea, callJobs, callSchedules } from './call/index.ts';
import { courseArea, videoProcessing } from './courses/index.ts';
import { customerArea, customerJobs, explainOperations, strangerOperations } from './customer/index.ts';
import { examArea, examJobs } from './exam/index.ts';
import { logisticsArea, logisticsSchedules } from './logistics/index.ts';
import { mallArea } from './mall/index.ts';
import { orderArea, orderSchedules } from './orders/index.ts';
import { organisationArea } from './organisation/index.ts';
import { qaArea } from './qa/index.ts';
import { smsArea, smsJobs, smsSchedules } from './sms/index.ts';
import { resetLinks, studentAccountArea } from './student-account/index.ts';
import { studentAppOperations } from './student-app/index.ts';
import { studySchedules } from './study/index.ts';
import { timetableArea } from './timetable/index.ts';
import { alertOperations, workOrderArea } from './work-order/index.ts';

/** What the documents of a product cannot say, area by area. */
const areas: readonly (readonly DomainRules[])[] = [
  customerArea,
  callArea,
  workOrderArea,
  orderArea,
  agreementArea,
  logisticsArea,
  examArea,
  qaArea,
  courseArea,
  timetableArea,
  mallArea,
  announcementArea,
  organisationArea,
  smsArea,
  studentAccountArea,
];

/** The rules for a product: an area holds where every entity it rules is declared, as its rules build on each other. */
export function domainRulesFor(documents: Pick<DocumentSet, 'entities'>): readonly DomainRules[] {
  return areas.filter((area) => has(area, documents)).flat();
}

/** Operations beside those of the documents, for a product that declares the entities whose rows they read. */
export function domainOperationsFor(
  documents: Pick<DocumentSet, 'entities'>,
  rules: readonly DomainRules[],
): readonly Operation[] {
  const book: RuleBook = new Map(rules.map((rule) => [rule.entity, rule]));
  return [
    ...[...alertOperations, ...explainOperations].filter(
      ({ scope }) => scope === null || documents.entities.has(scope),
    ),
    ...(has([...customerArea, ...callArea], documents) ? strangerOperations(book) : []),
    ...(has([...examArea, ...qaArea, ...studentAccountArea], documents) ? studentAppOperations(book) : []),
    ...(has(agreementArea, documents) ? signingOperations : []),
  ];
}

/** Kinds of background work of the areas a product has. */
export function domainJobsFor(
  documents: Pick<DocumentSet, 'entities'>,
  rules: RuleBook,
): readonly JobKind<unknown, unknown>[] {
  return [
    ...(has(customerArea, documents) ? customerJobs(rules) : []),
    ...(has(callArea, documents) ? callJobs : []),
    ...(has(examArea, documents) ? examJobs : []),
    ...(has(smsArea, documents) ? smsJobs(rules) : []),
  ];
}

/** What the areas of a product do of themselves beyond what its entities declare. */
export function domainSchedulesFor(documents: Pick<DocumentSet, 'entities'>, rules: RuleBook): readonly Schedule[] {
  return [
    ...(has(callArea, documents) ? callSchedules : []),
    ...(has(orderArea, documents) ? orderSchedules(rules) : []),
    ...(has(logisticsArea, documents) ? logisticsSchedules(rules) : []),
    ...(has(agreementArea, documents) ? agreementSchedules : []),
    ...(has(courseArea, documents) ? [videoProcessing(rules)] : []),
    ...(has(smsArea, documents) ? smsSchedules(rules) : []),
    ...(has(studentAccountArea, documents) ? [resetLinks] : []),
    ...(documents.entities.has('study_daily_stat') ? studySchedules : []),
  ];
}

function has(area: readonly DomainRules[], { entities }: Pick<DocumentSet, 'entities'>): boolean {
  return area.every((rule) => entities.has(rule.entity));
}
