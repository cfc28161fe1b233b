import { Alert, Modal, Segmented, Select, Space } from 'antd';
import { useState } from 'react';
import type { JsonObject } from '../../model/json/index.ts';
import type { DesignTarget } from '../store/design-store.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { DrawnPage } from './drawn-page.tsx';
import './preview.css';
import { PreviewFrame } from './preview-frame.tsx';
import { PreviewPerson } from './preview-person.tsx';

export type PreviewPaneProps = {
  readonly target: DesignTarget;
  /** The page as it is designed now. */
  readonly document: JsonObject;
  readonly onClose: () => void;
  /** Roles it can be seen as; none where the caller may look as nobody else. */
  readonly roles?: readonly { readonly code: string; readonly title: string }[];
  /** Parameters of the address of the page that is designed: `id` of the record it shows. */
  readonly params?: Readonly<Record<string, string>>;
};

const screens = { computer: 1440, tablet: 768, phone: 360 } as const;
const screenNames = ['computer', 'tablet', 'phone'] as const;

const himself = '';

/** The page as somebody would see it: as which role, on which screen, in light or dark; what is filled in is checked, not written. */
export function PreviewPane({ target, document, onClose, roles = [], params = {} }: PreviewPaneProps) {
  const t = useDesignText();
  const [width, setWidth] = useState<number>(screens.computer);
  const [isDark, setDark] = useState(false);
  const [as, setAs] = useState(target.role ?? himself);
  const [person, setPerson] = useState<{ readonly id: string; readonly name: string }>();
  const role = person === undefined ? roles.find(({ code }) => code === as) : undefined;
  const seenAs = person?.name ?? role?.title;
  const whose = person === undefined ? (as === himself ? {} : { as }) : { person: person.id };
  return (
    <Modal open width="100%" className="design-preview" title={t('designer.preview')} footer={null} onCancel={onClose}>
      <Space wrap className="design-preview-tools">
        {roles.length === 0 ? null : (
          <Select
            aria-label={t('designer.preview.as')}
            value={as}
            options={[
              { value: himself, label: t('designer.preview.himself') },
              ...roles.map(({ code, title }) => ({ value: code, label: title })),
            ]}
            onChange={(next) => {
              setAs(next);
              setPerson(undefined);
            }}
          />
        )}
        {roles.length === 0 ? null : <PreviewPerson person={person} onPerson={setPerson} />}
        <Segmented
          aria-label={t('designer.preview.screen')}
          options={screenNames.map((name) => ({
            value: screens[name],
            label: t(`designer.preview.${name}`, { width: screens[name] }),
          }))}
          value={width}
          onChange={setWidth}
        />
        <Segmented
          aria-label={t('designer.preview.look')}
          options={[
            { value: false, label: t('designer.preview.light') },
            { value: true, label: t('designer.preview.dark') },
          ]}
          value={isDark}
          onChange={setDark}
        />
      </Space>
      {seenAs === undefined ? null : (
        <Alert type="info" showIcon message={t('designer.preview.seenAs', { name: seenAs })} />
      )}
      <PreviewFrame width={width} isDark={isDark} title={t('designer.preview.frame')}>
        <DrawnPage target={target} document={document} params={params} {...whose} />
      </PreviewFrame>
    </Modal>
  );
}
