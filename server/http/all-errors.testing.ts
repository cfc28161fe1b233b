import { type ErrorEntry, errorCatalogue } from '../../engine/model/faults/index.ts';
import { designErrors } from '../design/errors.ts';
import { agreementErrors } from '../domain/agreement/errors.ts';
import { callErrors } from '../domain/call/errors.ts';
import { courseErrors } from '../domain/courses/errors.ts';
import { customerErrors } from '../domain/customer/errors/errors.ts';
import { examErrors } from '../domain/exam/errors.ts';
import { logisticsErrors } from '../domain/logistics/errors.ts';
import { mallErrors } from '../domain/mall/errors.ts';
import { orderErrors } from '../domain/orders/errors.ts';
import { organisationErrors } from '../domain/organisation/errors.ts';
import { qaErrors } from '../domain/qa/errors.ts';
import { smsErrors } from '../domain/sms/errors.ts';
import { studentAccountErrors } from '../domain/student-account/errors.ts';
import { studentAppErrors } from '../domain/student-app/errors.ts';
import { studyErrors } from '../domain/study/errors.ts';
import { timetableErrors } from '../domain/timetable/errors.ts';
import { fileErrors } from '../files/store/errors.ts';
import { permissionErrors } from '../permissions/errors/errors.ts';
import { phoneErrors } from '../telephony/index.ts';

/** What an answer may say is wrong: the engine's catalogue and those of all areas, one after another. */
export const errorCatalogues: readonly Readonly<Record<string, ErrorEntry>>[] = [
  errorCatalogue,
  fileErrors,
  permissionErrors,
  designErrors,
  agreementErrors,
  callErrors,
  customerErrors,
  courseErrors,
  timetableErrors,
  logisticsErrors,
  mallErrors,
  orderErrors,
  examErrors,
  qaErrors,
  studyErrors,
  smsErrors,
  studentAccountErrors,
  studentAppErrors,
  organisationErrors,
  phoneErrors,
];
