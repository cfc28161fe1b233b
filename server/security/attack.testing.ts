import { type TestApp, testPassword } from '../testing/test-app.ts';

/** Whether the full figures are run instead of samples. */
export const isDeep = process.env.TEST_DEPTH === 'deep';

/** The code an answer is refused with; `0` where it is not. */
export function codeOf(answer: { readonly code: string; readonly data?: unknown }): string {
  const { data } = answer;
  const error = typeof data === 'object' && data !== null && 'error' in data ? data.error : undefined;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return answer.code === '0' ? '0' : String(code ?? answer.code);
}

let made = 0;

/** A customer of a member of staff, entered by him; answers the id. `values` stand in the place of usual ones. */
export async function addCustomer(
  company: TestApp,
  account: string,
  values: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  made += 1;
  const body = {
    name: `客户${made}`,
    mobile: `1381234${String(made).padStart(4, '0')}`,
    intentionProjectIds: [company.ids.project],
    channelId: company.ids.channel,
    ...values,
  };
  const key = { 'idempotency-key': `add-customer-${made}` };
  const answer = await company.call<{ id: string }>(account, '/v1/customer/create', body, key);
  if (answer.code !== '0') throw new TypeError(`not taken: ${JSON.stringify(answer)}`);
  return answer.data.id;
}

/** Signs in once more; answers the token. */
export async function signIn(company: TestApp, account: string, password = testPassword): Promise<string> {
  const answer = await company.call<{ token: string }>(undefined, '/v1/sys/user/login', { account, password });
  if (answer.code !== '0') throw new TypeError(`not signed in: ${JSON.stringify(answer)}`);
  return answer.data.token;
}

/** Another member of staff like one there is; answers the id. Everybody has the same password. */
export async function addStaff(
  company: TestApp,
  account: string,
  like: string,
  values: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const model = await company.records.findOne('staff', { id: company.ids[like] });
  if (model === undefined) throw new TypeError(`nobody like ${like}`);
  made += 1;
  const { passwordHash, departmentId, roleIds, projectIds } = model;
  const id = await company.records.insert('staff', {
    account,
    name: account,
    passwordHash,
    mobile: `1371234${String(made).padStart(4, '0')}`,
    departmentId,
    roleIds,
    projectIds,
    firstLogin: false,
    receiveLeads: false,
    status: 'active',
    ...values,
  });
  return id;
}
