import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Skeleton } from 'antd';
import { FaultBlock, formatMoment, useEngine } from '../../engine/react/index.ts';
import { usePersonalText } from './use-personal-text.ts';

const queryKey = ['personal-data', 'devices'];

/** The devices the user is signed in on; one or all others of them are signed out. */
export function OwnDevices() {
  const { client } = useEngine();
  const t = usePersonalText();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call('/v1/sys/session/my/query', {}, { signal, quiet: true }),
  });
  const queries = useQueryClient();
  const { modal, message } = App.useApp();
  const end = useMutation({
    mutationFn: async (id: string | undefined) => {
      if (id === undefined) await client.call('/v1/sys/session/my/end/others');
      else await client.call('/v1/sys/session/my/end', { id });
    },
    onSuccess: () => message.success(t('signedOut')),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active />;
  const ask = (title: string, id?: string) =>
    modal.confirm({
      title,
      content: t('signInAgain'),
      okText: t('signOut'),
      // A refusal is told by the client; the dialog has done its work either way.
      onOk: () => end.mutateAsync(id).catch(() => undefined),
    });
  return (
    <div className="engine-card personal-card">
      <div className="personal-devices-head">
        <p className="engine-quiet">{t('devicesHint')}</p>
        <Button disabled={data.length < 2} onClick={() => ask(t('askOthers'))}>
          {t('signOutOthers')}
        </Button>
      </div>
      <ul className="personal-devices">
        {data.map(({ id, ip, device, createdAt, expireAt, isCurrent }) => (
          <li key={id}>
            <div>
              <strong>{device ?? t('unknownDevice')}</strong>{' '}
              {isCurrent ? <span className="engine-tag engine-tone-green">{t('thisDevice')}</span> : null}
              <p className="engine-quiet">
                {t('deviceLine', { ip: ip ?? '—', from: formatMoment(createdAt), until: formatMoment(expireAt) })}
              </p>
            </div>
            {isCurrent ? null : (
              <Button
                danger
                aria-label={t('signOutOf', { device: `${device ?? ''} ${ip ?? ''}` })}
                onClick={() => ask(t('askOne'), id)}
              >
                {t('signOut')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
