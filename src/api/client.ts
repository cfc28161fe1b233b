import type { ContractCalls } from '../../contract/calls.ts';
import { type ApiRefusal, createApiClient, createQueryClient } from '../../engine/client/index.ts';
import { i18n } from '../locales/i18n.ts';
import { untilRenewed } from '../session/renewal.ts';
import { session } from '../session/session.ts';
import { newerBuild } from '../version/build.ts';
import { createEmitter } from './emitter.ts';

// The client of this product knows the operations of the contract by their addresses. Where the engine's own
// declaration of one says otherwise than the contract, this does not compile.
declare module '../../engine/client/operations.ts' {
  interface Operations extends ContractCalls {}
}

/** Refusals that no form and no page shows by itself. */
export const refusals = createEmitter<ApiRefusal>();

/** How this app names itself to the API. */
export const identity = { platform: 'sys', version: '2.2.1' } as const;

/** The one way of this app to the API. */
export const client = createApiClient({
  baseUrl: '',
  token: () => session.getState().token,
  language: () => i18n.language,
  onRefusal: refusals.tell,
  renewed: () => untilRenewed(session),
  onBuild: newerBuild.note,
  ...identity,
});

/** Answers the API gave to this user. */
export const queries = createQueryClient();
