import { createHmac, randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import type { StudentEvent, StudentEventAnswer } from '../../contract/student-app.ts';

/** What the students' app of the journeys signs with. */
export const studentSecret = 'a-secret-of-the-journeys';

/** Tells what a student did, as the students' app does. */
export async function tellStudent(request: APIRequestContext, event: StudentEvent): Promise<StudentEventAnswer> {
  const text = JSON.stringify(event);
  const [time, nonce] = [String(Date.now()), randomUUID()];
  const sign = createHmac('sha256', studentSecret).update([time, nonce, text].join('.')).digest('hex');
  const answer = await request.post('/v1/student/app/event/create', { data: { time, nonce, sign, event: text } });
  const { code, data, message } = await answer.json();
  expect(code, message).toBe('0');
  return data;
}
