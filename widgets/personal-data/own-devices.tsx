import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Skeleton } from 'antd';
import { FaultBlock, formatMoment, useEngine } from '../../engine/react/index.ts';

const queryKey = ['personal-data', 'devices'];

/** The devices the user is signed in on; one or all others of them are signed out. */
export function OwnDevices() {
  const { client } = useEngine();
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
    onSuccess: () => message.success('已退出'),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active />;
  const ask = (title: string, id?: string) =>
    modal.confirm({
      title,
      content: '退出的设备须重新登录。',
      okText: '退出',
      // A refusal is told by the client; the dialog has done its work either way.
      onOk: () => end.mutateAsync(id).catch(() => undefined),
    });
  return (
    <div className="engine-card personal-card">
      <div className="personal-devices-head">
        <p className="engine-quiet">在这些设备上登录着您的账号。有不认识的，请退出它并修改密码。</p>
        <Button disabled={data.length < 2} onClick={() => ask('退出其他所有设备？')}>
          退出其他设备
        </Button>
      </div>
      <ul className="personal-devices">
        {data.map(({ id, ip, device, createdAt, expireAt, isCurrent }) => (
          <li key={id}>
            <div>
              <strong>{device ?? '未知设备'}</strong>{' '}
              {isCurrent ? <span className="engine-tag engine-tone-green">本设备</span> : null}
              <p className="engine-quiet">
                {`${ip ?? '—'} · ${formatMoment(createdAt)} 登录 · ${formatMoment(expireAt)} 过期`}
              </p>
            </div>
            {isCurrent ? null : (
              <Button danger aria-label={`退出 ${device ?? ''} ${ip ?? ''}`} onClick={() => ask('退出这台设备？', id)}>
                退出
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
