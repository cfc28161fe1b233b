import { Badge, Tabs } from 'antd';
import type { ReactNode } from 'react';
import type { FormSectionView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { type FormParts, useOfSession } from '../session/form-parts.tsx';
import type { FormSession } from '../session/form-session.ts';
import type { Arrange } from './use-arrange.ts';

/** What draws the parts of a form has in common. */
export type ArrangedProps = {
  readonly parts: FormParts;
  readonly arrange: Arrange;
  readonly draw: (section: FormSectionView) => ReactNode;
};

/** The sections of a form as tabs; each says how many of its fields are wrong. All are there, so that all are checked. */
export function FormTabs({ parts, arrange, draw }: ArrangedProps) {
  return (
    <Tabs
      activeKey={arrange.open}
      onChange={arrange.show}
      className="engine-form-tabs"
      items={arrange.sections.map((section) => ({
        key: section.key,
        forceRender: true,
        label: <TabLabel session={parts.session} section={section} />,
        children: draw(section),
      }))}
    />
  );
}

function TabLabel({ session, section }: { readonly session: FormSession; readonly section: FormSectionView }) {
  const t = useText();
  const title = section.title ?? section.key;
  const count = useOfSession(session, () => String(session.faultsIn(section.key))) ?? '0';
  if (count === '0') return title;
  return (
    <span className="engine-form-wrong-tab">
      {title}
      <Badge size="small" count={Number(count)} title={t('engine.form.faultCount', { count })} />
    </span>
  );
}
