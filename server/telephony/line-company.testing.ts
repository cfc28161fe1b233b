import { afterAll, beforeAll } from 'vitest';
import { type JobWorker, startJobWorker } from '../testing/job-worker.ts';
import { type PhoneCompany, startPhoneCompany } from '../testing/phone-company.ts';
import type { TestApp } from '../testing/test-app.ts';

export let phone: PhoneCompany;
export let company: TestApp;
export let worker: JobWorker;

/** Starts a company with a line and its jobs before the tests of a file; ends them after. */
export function startLineCompany(): void {
  beforeAll(async () => {
    phone = await startPhoneCompany();
    company = phone.app;
    worker = startJobWorker(company.documents, company.database);
  }, 60_000);
  afterAll(async () => {
    await worker.close();
    await company.close();
  });
}

export const newMobile = () => phone.newMobile();

export const newCustomer: PhoneCompany['newCustomer'] = (...given) => phone.newCustomer(...given);

export const click: PhoneCompany['click'] = (...given) => phone.click(...given);

export const type: PhoneCompany['type'] = (...given) => phone.type(...given);

export const tell: PhoneCompany['tell'] = (...given) => phone.tell(...given);

export const end: PhoneCompany['end'] = (...given) => phone.end(...given);

export const line: PhoneCompany['line'] = (...given) => phone.line(...given);

export const callOf: PhoneCompany['callOf'] = (id) => phone.callOf(id);
