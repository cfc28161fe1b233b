import { type ApiRefusal, createApiClient, createQueryClient } from '../../engine/client/index.ts';
import { session } from '../session/session.ts';
import { createEmitter } from './emitter.ts';

/** Refusals that no form and no page shows by itself. */
export const refusals = createEmitter<ApiRefusal>();

/** The one way of this app to the API. */
export const client = createApiClient({
  baseUrl: '',
  token: () => session.getState().token,
  onRefusal: refusals.tell,
  platform: 'sys',
  version: '2.2.1',
});

/** Answers the API gave to this user. */
export const queries = createQueryClient();
