import type { EntityField } from '../generated/documents.ts';

/** What somebody asked for that another person has to confirm, as one of the two sees it. */
export type WaitingRequest = {
  readonly id: string;
  readonly entity: string;
  readonly entityTitle: string;
  readonly recordId: string;
  readonly recordLabel: string;
  readonly transition: string;
  readonly title: string;
  /** What was filled in, without what was left empty; `text` where a value stands for a name. */
  readonly inputs: readonly {
    readonly title: string;
    readonly type: EntityField['type'];
    readonly value: unknown;
    readonly text?: string | undefined;
  }[];
  readonly askedBy: string | null;
  /** ISO 8601. */
  readonly askedAt: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly isMine: boolean;
  /** The record was changed since: it can no longer be confirmed. */
  readonly isChanged: boolean;
  readonly mayConfirm: boolean;
  /** Where the record is to be seen; null where it is on no page of the reader's. */
  readonly path: string | null;
};

/** What waits for a second person, of the reader's own and of what he may confirm. */
export type WaitingRequests = { readonly list: readonly WaitingRequest[] };

/** The addresses of what waits for a second person. */
export const secondPaths = {
  query: '/v1/second/query',
  confirm: '/v1/second/confirm',
  refuse: '/v1/second/refuse',
  withdraw: '/v1/second/withdraw',
} as const;
