import type { APIRequestContext, Page } from '@playwright/test';
import { type Account, password } from './account.ts';

/** What every call answers. */
export type Answer = {
  readonly code: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> | null;
};

/** Calls the API past the screen, with the headers of the specification; from no page unless one is named. */
export async function callApi(
  request: APIRequestContext,
  token: string,
  path: string,
  body: unknown = {},
  page?: string,
): Promise<Answer> {
  const headers = {
    'X-App-Platform': 'sys',
    'X-App-Version': '2.2.1',
    'Idempotency-Key': crypto.randomUUID(),
    ...(token === '' ? {} : { 'X-App-Token': token }),
    ...(page === undefined ? {} : { 'X-App-Page': page }),
  };
  const response = await request.post(path, { data: body, headers });
  return response.json();
}

/** Signs in past the screen and answers the token. */
export async function tokenOf(request: APIRequestContext, account: Account): Promise<string> {
  const answer = await callApi(request, '', '/v1/sys/user/login', { account, password });
  return String(answer.data?.token ?? '');
}

/** The token of the session on the page. */
export async function tokenOnPage(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('token') ?? '');
}
