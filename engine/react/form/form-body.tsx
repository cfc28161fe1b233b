import './formily-setup.ts';
import { FormLayout } from '@formily/antd-v5';
import { createSchemaField, FormProvider } from '@formily/react';
import { useMemo } from 'react';
import { FaceInput, FieldItem, type FormParts, FormPartsContext, FormSection } from './form-parts.tsx';
import { formilySchema } from './form-schema.ts';

const SchemaField = createSchemaField({ components: { FormSection, FieldItem, FaceInput } });

/** Draws the fields of an opened form. */
export function FormBody({ parts }: { readonly parts: FormParts }) {
  const { view, session } = parts;
  const schema = useMemo(() => formilySchema(view, session), [view, session]);
  return (
    <FormPartsContext.Provider value={parts}>
      <FormProvider form={session.form}>
        <FormLayout layout="vertical" colon={false} feedbackLayout="terse">
          <SchemaField schema={schema} />
        </FormLayout>
      </FormProvider>
    </FormPartsContext.Provider>
  );
}
