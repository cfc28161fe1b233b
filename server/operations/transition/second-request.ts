import {
  type EntityModel,
  entityModel,
  type TransitionOfEntity,
  transitionsOf,
} from '../../../engine/model/entity/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';

/** The entity that keeps what waits for a second person. */
export const secondEntity = 'second_request';

/** What somebody asked for and another one has to confirm. */
export type SecondRequest = {
  readonly id: string;
  readonly entity: string;
  readonly recordId: string;
  /** The record as it was seen when this was asked: with any other it is not done. */
  readonly recordVersion: number;
  readonly transition: string;
  readonly title: string;
  readonly permission: string;
  readonly input: Values;
  readonly askedById: string;
  readonly askedAt: string;
  readonly expiresAt: string;
  readonly status: string;
};

/** A stored row as a request. */
export function requestOf(row: StoredRecord): SecondRequest {
  const { input } = row;
  return {
    id: row.id,
    entity: String(row.entity),
    recordId: String(row.recordId),
    recordVersion: Number(row.recordVersion),
    transition: String(row.transition),
    title: String(row.title),
    permission: String(row.permission),
    input: typeof input === 'object' && input !== null ? { ...input } : {},
    askedById: String(row.askedById),
    askedAt: String(row.createdAt),
    expiresAt: String(row.expiresAt),
    status: String(row.status),
  };
}

/** The transition a request asks for, with its entity; undefined where the documents have it, or its second person, no longer. */
export function askedTransition(
  request: Pick<SecondRequest, 'entity' | 'transition'>,
  { documents }: CallContext,
): { readonly entity: EntityModel; readonly declared: TransitionOfEntity } | undefined {
  const document = documents.entities.get(request.entity);
  if (document === undefined) return undefined;
  const declared = transitionsOf(document).find(({ transition }) => transition.key === request.transition);
  if (declared?.transition.second === undefined) return undefined;
  return { entity: entityModel(document), declared };
}
