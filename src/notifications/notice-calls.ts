import type { NoticeStage } from '../../contract/notices.ts';
import type { ApiClient } from '../../engine/client/index.ts';

/** Types of notices that the shell knows a place for, or shows in a way of their own. */
export const noticeTypes = { complaint: '10', service: '11', activity: '13', workOrder: '17' } as const;

/** The calls about the user's own notices. */
export const noticeCalls = {
  all: (client: ApiClient, stage: NoticeStage, signal?: AbortSignal) =>
    client.call('/v1/sys/user/notify/all/query', { stage }, { quiet: true, ...(signal && { signal }) }),
  lastActivity: (client: ApiClient) =>
    client.call(
      '/v1/sys/user/notify/type/last/my/query',
      { stage: 1, type: Number(noticeTypes.activity) },
      { quiet: true },
    ),
  read: (client: ApiClient, id: string) => client.call('/v1/sys/user/notify/stage/modify', { id }),
  readAll: (client: ApiClient) => client.call('/v1/sys/user/notify/stage/batch/modify'),
  remove: (client: ApiClient, id: string) => client.call('/v1/sys/user/notify/status/modify', { id }),
  bringBack: (client: ApiClient, id: string) => client.call('/v1/sys/user/notify/status/modify', { id, status: '1' }),
  /** Lines about what was assigned and waits; a product without work orders has no such call. */
  tenMinutes: (client: ApiClient) => client.call('/v1/work/order/ten/minute/query', {}, { quiet: true }),
  /** Lines about what runs out soon. */
  nearExpiry: (client: ApiClient) => client.call('/v1/work/order/processing/time/query', {}, { quiet: true }),
};
