import { CameraOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Avatar, Button, Progress } from 'antd';
import { type ReactNode, useRef } from 'react';
import { endingsOf, fileLimits, sentKinds } from '../../engine/model/fields/index.ts';
import { useEngine, useUploads } from '../../engine/react/index.ts';
import { usePersonalText } from './use-personal-text.ts';

const queryKey = ['personal-data', 'avatar'];

type Props = {
  readonly name: string;
  /** Who the picture shows. */
  readonly children: ReactNode;
};

/** The user's picture, and another in its place: it is sent as it is, as soon as it was chosen. */
export function OwnPicture({ name, children }: Props) {
  const { client } = useEngine();
  const t = usePersonalText();
  const picker = useRef<HTMLInputElement>(null);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call('/v1/sys/user/my/avatar/view', {}, { signal, quiet: true }),
  });
  const change = useChange();
  const uploads = useUploads({ field: { type: 'image' }, onSent: ({ id }) => void change(id), onWork: undefined });
  const [stage] = uploads.stages;
  const isSending = stage?.kind === 'sending';
  const picture = data ?? undefined;
  return (
    <header className="personal-head">
      <Avatar size={64} {...(picture === undefined ? {} : { src: picture.address, alt: t('pictureOf', { name }) })}>
        {name.slice(-1)}
      </Avatar>
      <div>
        {children}
        <div className="personal-picture-tools">
          <Button
            size="small"
            icon={<CameraOutlined aria-hidden="true" />}
            disabled={isSending}
            onClick={() => picker.current?.click()}
          >
            {t('changePicture')}
          </Button>
          {picture === undefined ? null : (
            <Button size="small" type="text" disabled={isSending} onClick={() => void change(null)}>
              {t('removePicture')}
            </Button>
          )}
          <span className="engine-quiet">{fileLimits({ kinds: sentKinds.image })}</span>
        </div>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t('picture')}
          accept={endingsOf(sentKinds.image).join(',')}
          onChange={({ target }) => {
            uploads.clear();
            for (const file of target.files ?? []) uploads.start(file);
            // The same picture may be chosen once more.
            target.value = '';
          }}
        />
        {stage?.kind === 'sending' ? (
          <Progress
            percent={Math.round(stage.sent * 100)}
            size="small"
            status="active"
            aria-label={t('sendingPicture')}
          />
        ) : null}
        {stage?.kind === 'refused' ? (
          <Alert type="error" showIcon closable onClose={uploads.clear} message={`${stage.name}：${stage.reason}`} />
        ) : null}
      </div>
    </header>
  );
}

/** Makes a picture that was sent the user's own, null for none; the header shows it too. */
function useChange(): (id: string | null) => Promise<void> {
  const { client, commands } = useEngine();
  const queries = useQueryClient();
  return async (id) => {
    try {
      queries.setQueryData(queryKey, await client.call('/v1/sys/user/my/avatar/modify', { id }));
      commands?.showAvatar?.();
    } catch {
      // The refusal is told by the shell; the picture stays as it was.
    }
  };
}
