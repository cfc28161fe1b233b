import { isGranted, operationsOfEntity, permissionsOf } from '../../../engine/model/access/index.ts';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import { isCustomKey } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { customText } from '../../texts/design/custom-text.ts';

type Reader = Pick<CallContext, 'documents' | 'caller'>;

/** Entities that people write and the caller reads: those that may have fields of their own. */
export function designedEntities({ documents, caller }: Reader): readonly EntityDocument[] {
  return [...documents.entities.values()].filter(
    (entity) => isWritten(entity) && mayRead(entity, { documents, caller }),
  );
}

/** Entities the caller reads. */
export function readEntities({ documents, caller }: Reader): readonly EntityDocument[] {
  return [...documents.entities.values()].filter((entity) => mayRead(entity, { documents, caller }));
}

/** The entity an input names. */
export function designedEntity(name: string, context: Reader): EntityDocument {
  const entity = designedEntities(context).find((one) => one.name === name);
  if (entity === undefined)
    throw invalidInput([
      { code: 'E_INPUT_CHOICE', pointer: '/entity', title: formatMessage(customText('custom.entity')), got: name },
    ]);
  return entity;
}

/** The fields it was shipped with. */
export function shippedFields({ fields }: EntityDocument) {
  return fields.filter(({ key }) => !isCustomKey(key));
}

function isWritten({ operations }: EntityDocument): boolean {
  return operations.includes('create') || operations.includes('modify');
}

function mayRead(entity: EntityDocument, { caller }: Reader): boolean {
  return operationsOfEntity(entity)
    .filter(({ kind }) => kind === 'query' || kind === 'view')
    .some((operation) => permissionsOf(operation).some((key) => isGranted(caller.grants, key)));
}
