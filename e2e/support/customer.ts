import type { APIRequestContext } from '@playwright/test';
import { callApi } from './api.ts';
import { newMobile } from './screen.ts';

/** A new customer of whoever calls, whom nothing has been asked for yet; answers his id. */
export async function newCustomer(request: APIRequestContext, token: string, name: string): Promise<string> {
  const firstOf = async (path: string): Promise<unknown> => {
    const { data } = await callApi(request, token, path, { fields: ['id'], size: 1 });
    const [row] = Array.isArray(data?.list) ? data.list : [];
    return row?.id;
  };
  const [projectId, channelId] = [await firstOf('/v1/project/query'), await firstOf('/v1/channel/query')];
  const mobile = newMobile();
  const body = { name, mobile, channelId, intentionProjectIds: [projectId], level: 'b' };
  const { data, message } = await callApi(request, token, '/v1/customer/create', body);
  if (typeof data?.id !== 'string') throw new TypeError(`no customer: ${message}`);
  return data.id;
}
