import { AudioOutlined, KeyOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Tabs, Tag } from 'antd';
import type { ReactNode } from 'react';
import { agentKeys } from '../../contract/phone-words.ts';
import type { ProfileAnswer } from '../../contract/session.ts';
import { formatMoment, PageHeader, useEngine, type WidgetProps, writtenDay } from '../../engine/react/index.ts';
import { OwnDevices } from './own-devices.tsx';
import { OwnPicture } from './own-picture.tsx';
import { usePersonalText } from './use-personal-text.ts';
import './personal-data.css';

/** Who the signed-in user is: department, roles, projects, seats; and the way to another password. */
export function PersonalData({ title }: WidgetProps) {
  const { client, commands } = useEngine();
  const t = usePersonalText();
  const { data, isError, refetch } = useQuery({
    queryKey: ['personal-data'],
    queryFn: ({ signal }) => client.call('/v1/sys/user/my/profile/view', {}, { signal, quiet: true }),
  });
  const actions = (
    <>
      {commands?.checkDevice === undefined ? null : (
        <Button icon={<AudioOutlined aria-hidden="true" />} onClick={commands.checkDevice}>
          {t('checkMicrophone')}
        </Button>
      )}
      {commands?.changePassword === undefined ? null : (
        <Button icon={<KeyOutlined aria-hidden="true" />} onClick={commands.changePassword}>
          {t('changePassword')}
        </Button>
      )}
    </>
  );
  return (
    <>
      <PageHeader title={title ?? ''} actions={<div className="engine-actions">{actions}</div>} />
      {isError ? (
        <Alert
          type="error"
          showIcon
          message={t('failed')}
          action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
        />
      ) : (
        <Tabs
          items={[
            {
              key: 'profile',
              label: t('info'),
              children: (
                <div className="engine-card personal-card">
                  {data === undefined ? <Skeleton avatar active /> : <Facts of={data} />}
                </div>
              ),
            },
            { key: 'devices', label: t('devices'), children: <OwnDevices /> },
          ]}
        />
      )}
    </>
  );
}

function Facts({ of: profile }: { readonly of: ProfileAnswer }) {
  const t = usePersonalText();
  const { account, name, mobile, departments, roles, projects } = profile;
  const seats = agentKeys.filter((key) => profile[key] !== undefined);
  return (
    <>
      <OwnPicture name={name}>
        <h2>{name}</h2>
        <p className="engine-quiet">{departments.join(' / ')}</p>
      </OwnPicture>
      <Group title={t('basics')}>
        <Fact title={t('account')}>{account}</Fact>
        <Fact title={t('mobile')}>{mobile}</Fact>
        <Fact title={t('staffNo')}>{profile.staffNo}</Fact>
        <Fact title={t('leader')}>{profile.leader}</Fact>
        <Fact title={t('hireDate')}>{profile.hireDate === null ? null : writtenDay(profile.hireDate)}</Fact>
        <Fact title={t('passwordChanged')}>{formatMoment(profile.passwordChangedAt)}</Fact>
        <Fact title={t('roles')}>{tagsOf(roles)}</Fact>
        {projects === undefined ? null : <Fact title={t('projects')}>{tagsOf(projects)}</Fact>}
      </Group>
      {seats.length === 0 ? null : (
        <Group title={t('seats')}>
          {seats.map((key) => (
            <Fact key={key} title={key}>
              {profile[key]}
            </Fact>
          ))}
        </Group>
      )}
    </>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children ?? '—'}</dd>
    </div>
  );
}

function tagsOf(items: readonly { readonly id: string; readonly name: string }[]): ReactNode {
  return items.length === 0 ? null : items.map(({ id, name }) => <Tag key={id}>{name}</Tag>);
}
