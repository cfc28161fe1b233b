import { Badge, Tabs } from 'antd';
import type { ReactNode } from 'react';
import type { FormSectionView } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';
import type { FormParts } from './form-parts.tsx';
import type { Arrange } from './use-arrange.ts';

/** What draws the parts of a form has in common. */
export type ArrangedProps = {
  readonly parts: FormParts;
  readonly arrange: Arrange;
  readonly draw: (section: FormSectionView) => ReactNode;
};

/** The sections of a form as tabs; each says how many of its fields are wrong. All are there, so that all are checked. */
export function FormTabs({ parts, arrange, draw }: ArrangedProps) {
  const t = useText();
  const { session } = parts;
  return (
    <Tabs
      activeKey={arrange.open}
      onChange={arrange.show}
      className="engine-form-tabs"
      items={arrange.sections.map((section) => {
        const title = section.title ?? section.key;
        const count = session.faultsIn(section.key);
        return {
          key: section.key,
          forceRender: true,
          label:
            count === 0 ? (
              title
            ) : (
              <span className="engine-form-wrong-tab">
                {title}
                <Badge size="small" count={count} title={t('engine.form.faultCount', { count })} />
              </span>
            ),
          children: draw(section),
        };
      })}
    />
  );
}
