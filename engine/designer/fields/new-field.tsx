import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { FaultBlock, useEngine } from '../../react/index.ts';
import { useFieldsText } from '../texts/use-fields-text.ts';
import { FieldDialog } from './field-dialog.tsx';
import { type CustomFields, fieldsKey } from './field-wire.ts';

/** A button by which whoever may make fields makes one for the entity of the page; for others there is none. */
export function NewField({ entity: name, onMade }: { readonly entity: string; readonly onMade: () => void }) {
  const t = useFieldsText();
  const { client } = useEngine();
  const [isOpen, setOpen] = useState(false);
  const fields = useQuery({
    queryKey: fieldsKey,
    queryFn: ({ signal }) => client.callAt<CustomFields>('/v1/design/field/query', {}, { signal, quiet: true }),
    retry: false,
    staleTime: 0,
  });
  const { data, error, refetch } = fields;
  const entity = data?.entities.find((one) => one.name === name);
  // Whoever may make none is offered none; what could not be asked says so.
  if (error instanceof ApiRefusal && !error.isPermission && data === undefined)
    return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (data === undefined || entity === undefined) return null;
  const handleSaved = () => {
    setOpen(false);
    onMade();
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('designer.fields.addOwn')}
      </Button>
      {isOpen ? (
        <FieldDialog entity={entity} around={data} onSaved={handleSaved} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
