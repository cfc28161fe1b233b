import './formily-setup.ts';
import { FormLayout } from '@formily/antd-v5';
import { createSchemaField, FormProvider } from '@formily/react';
import { Alert } from 'antd';
import { memo, type ReactNode, useMemo } from 'react';
import type { FormSectionView } from '../../../model/view/index.ts';
import { InlineFault } from '../../faults/fault-block.tsx';
import { titled } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { DesignPart } from '../../host/page-design.tsx';
import { FieldTypeInput } from '../field/field-input.tsx';
import { RowsItem } from '../rows/rows-item.tsx';
import { FaultItem, FieldItem, type FormParts, FormPartsContext, FormSection } from '../session/form-parts.tsx';
import { sectionSchema } from '../session/form-schema.ts';
import type { FormSession } from '../session/form-session.ts';
import { FormSteps } from './form-steps.tsx';
import { type ArrangedProps, FormTabs } from './form-tabs.tsx';
import type { Arrange } from './use-arrange.ts';
import { useGrowing } from './use-growing.ts';

const SchemaField = createSchemaField({ components: { FormSection, FieldItem, FieldTypeInput, FaultItem, RowsItem } });

/** Draws the fields of an opened form: one section below the other, in tabs, or step by step. */
export function FormBody({ parts, arrange }: { readonly parts: FormParts; readonly arrange: Arrange }) {
  const { view, session } = parts;
  const t = useText();
  return (
    <FormPartsContext.Provider value={parts}>
      <FormProvider form={session.display.form}>
        <FormLayout layout="vertical" colon={false} feedbackLayout="terse">
          {session.hasClosed ? (
            <Alert className="engine-form-closed" type="info" showIcon message={t('engine.form.closed')} />
          ) : null}
          {view.faults.map((fault) => (
            <p key={fault} className="engine-form-fault" role="alert">
              <InlineFault text={titled(t('engine.form.partFault'), fault)} />
            </p>
          ))}
          <DesignPart at={view.at ?? ''}>
            <Arranged parts={parts} arrange={arrange} />
          </DesignPart>
        </FormLayout>
      </FormProvider>
    </FormPartsContext.Provider>
  );
}

function Arranged({ parts, arrange }: { readonly parts: FormParts; readonly arrange: Arrange }): ReactNode {
  const { view, session } = parts;
  const drawn = useGrowing(view.sections);
  const draw = (section: FormSectionView) =>
    section.key === arrange.open || view.sections.indexOf(section) < drawn ? (
      <SectionBody key={section.key} session={session} section={section} />
    ) : null;
  const beside = view.sections.filter(({ isBeside }) => isBeside === true);
  const filledIn = <Main parts={parts} arrange={arrange} draw={draw} />;
  if (beside.length === 0) return filledIn;
  return (
    <div className="engine-form-split">
      <div className="engine-form-main">{filledIn}</div>
      <div className="engine-form-beside">
        {beside.map((section) => (
          <SectionBody key={section.key} session={session} section={section} />
        ))}
      </div>
    </div>
  );
}

/** What is filled in: one section below the other, in tabs, or step by step. */
function Main({ parts, arrange, draw }: ArrangedProps): ReactNode {
  const { view } = parts;
  if (view.arrange === 'tabs') return <FormTabs parts={parts} arrange={arrange} draw={draw} />;
  if (view.arrange === 'wizard') return <FormSteps parts={parts} arrange={arrange} draw={draw} />;
  return view.sections.filter(({ isBeside }) => isBeside !== true).map(draw);
}

type SectionBodyProps = { readonly session: FormSession; readonly section: FormSectionView };

const SectionBody = memo(function SectionBody({ session, section }: SectionBodyProps) {
  const schema = useMemo(() => sectionSchema(section, session), [section, session]);
  return <SchemaField schema={schema} />;
});
