import { useQuery } from '@tanstack/react-query';
import { Drawer, Empty, Form, Input, Segmented, Select, Skeleton } from 'antd';
import { useState } from 'react';
import type { ExplainedPart, PartState, WhyAnswer } from '../../model/wire/index.ts';
import { FaultBlock } from '../faults/fault-block.tsx';
import { useEngine, useText } from '../host/engine-context.tsx';
import { MarkedOverlay } from '../page/marked-overlay.tsx';
import type { TextKey } from '../texts/text.ts';
import './why-drawer.css';

/** As whom it is asked: one person, or one role. */
export type WhySubject = { readonly kind: string; readonly id: string; readonly name: string };

type DrawerProps = {
  readonly isOpen: boolean;
  readonly subject: WhySubject;
  /** Name of the page to begin with; the others to choose from come with the answer. */
  readonly page: string;
  readonly onClose: () => void;
};

/** Tells why somebody sees a page as he does: what is hidden, disabled, masked or empty, and whether he reaches a row. */
export function WhyDrawer({ isOpen, subject, page, onClose }: DrawerProps) {
  const t = useText();
  return (
    <Drawer
      open={isOpen}
      title={t('engine.why.title', { name: subject.name })}
      width={720}
      destroyOnHidden
      onClose={onClose}
    >
      <MarkedOverlay>
        <WhyPanel key={page} subject={subject} page={page} />
      </MarkedOverlay>
    </Drawer>
  );
}

function WhyPanel({ subject, page }: Pick<DrawerProps, 'subject' | 'page'>) {
  const t = useText();
  const { client } = useEngine();
  const [name, setName] = useState(page);
  const [record, setRecord] = useState('');
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['why', subject.kind, subject.id, name, record],
    queryFn: ({ signal }) => {
      const whom = subject.kind === 'role' ? { roleId: subject.id } : { staffId: subject.id };
      const body = { page: name, ...whom, ...(record === '' ? {} : { record }) };
      return client.callAt<WhyAnswer>('/v1/role/why', body, { signal, quiet: true });
    },
    // What somebody may see changes with every change of a role.
    staleTime: 0,
  });
  // Those that were told last stay while another page is asked about.
  const [pages, setPages] = useState(data?.pages);
  if (data !== undefined && data.pages !== pages) setPages(data.pages);
  return (
    <>
      <Form layout="vertical" className="why-asked">
        <Form.Item label={t('engine.why.page')}>
          <Select
            aria-label={t('engine.why.page')}
            showSearch
            optionFilterProp="label"
            value={name}
            options={(pages ?? []).map((one) => ({ value: one.name, label: one.title }))}
            onChange={setName}
          />
        </Form.Item>
        <Form.Item label={t('engine.why.record')}>
          <Input.Search
            aria-label={t('engine.why.record')}
            allowClear
            placeholder={t('engine.why.recordHint')}
            enterButton={t('engine.why.ask')}
            loading={isFetching}
            onSearch={(text) => setRecord(text.trim())}
          />
        </Form.Item>
      </Form>
      {error !== null ? (
        <FaultBlock error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active />
      ) : (
        <Explained answer={data} />
      )}
    </>
  );
}

function Explained({ answer: { page, parts, row } }: { readonly answer: WhyAnswer }) {
  const t = useText();
  const [isAll, setAll] = useState(false);
  const shown = isAll ? parts : parts.filter(({ state }) => state !== 'visible');
  return (
    <>
      <p className="why-page">
        <StateTag state={page.isOpen ? 'visible' : 'hidden'} /> {page.reason}
      </p>
      {row === null ? null : (
        <section aria-label={t('engine.why.row')} className="why-row">
          <h3>
            {row.label} <StateTag state={row.isReached ? 'visible' : 'hidden'} />
          </h3>
          <ul>
            {row.conditions.map(({ key, title, holds, detail }) => (
              <li key={key} data-holds={holds}>
                <span className={`engine-tag engine-tone-${holds ? 'green' : 'red'}`}>
                  {t(holds ? 'engine.why.holds' : 'engine.why.fails')}
                </span>
                <span>{title}</span>
                <span className="engine-quiet">{detail}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Segmented
        aria-label={t('engine.why.which')}
        value={isAll ? 'all' : 'lacking'}
        options={[
          { value: 'lacking', label: t('engine.why.lacking') },
          { value: 'all', label: t('engine.why.all') },
        ]}
        onChange={(value) => setAll(value === 'all')}
      />
      {shown.length === 0 ? <Empty description={t('engine.why.none')} /> : <Parts parts={shown} />}
    </>
  );
}

function Parts({ parts }: { readonly parts: readonly ExplainedPart[] }) {
  const t = useText();
  return (
    <table className="why-parts">
      <thead>
        <tr>
          <th scope="col">{t('engine.why.area')}</th>
          <th scope="col">{t('engine.why.part')}</th>
          <th scope="col">{t('engine.why.state')}</th>
          <th scope="col">{t('engine.why.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ key, area, title, state, reason }) => (
          <tr key={key}>
            <td className="engine-quiet">{area}</td>
            <th scope="row">{title}</th>
            <td>
              <StateTag state={state} />
            </td>
            <td>{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const stateWords = {
  visible: 'engine.why.visible',
  hidden: 'engine.why.hidden',
  disabled: 'engine.why.disabled',
  masked: 'engine.why.masked',
  empty: 'engine.why.empty',
} as const satisfies Record<PartState, TextKey>;

const tones = { visible: 'green', hidden: 'red', disabled: 'orange', masked: 'gold', empty: 'gray' } as const;

function StateTag({ state }: { readonly state: PartState }) {
  const t = useText();
  return <span className={`engine-tag engine-tone-${tones[state]}`}>{t(stateWords[state])}</span>;
}
