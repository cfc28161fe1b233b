import { SafetyCertificateOutlined } from '@ant-design/icons';
import { Badge, Button, Drawer, Tooltip } from 'antd';
import { useState } from 'react';
import type { WaitingRequest } from '../../model/wire/index.ts';
import { useText } from '../host/engine-context.tsx';
import './second.css';
import { useWaiting } from './use-waiting.ts';
import { WaitingItem } from './waiting-item.tsx';

type Props = {
  /** Opens the record a request is about, on a page of the user's. */
  readonly onOpen: (request: WaitingRequest) => void;
};

/** The button of what waits for a second person; its number is what the user may confirm. Not there while nothing waits. */
export function WaitingButton({ onOpen }: Props) {
  const t = useText();
  const { data = [] } = useWaiting();
  const [isOpen, setOpen] = useState(false);
  if (data.length === 0) return null;
  const count = data.filter(({ mayConfirm }) => mayConfirm).length;
  const title = count === 0 ? t('engine.second.title') : t('engine.second.toConfirm', { count });
  const groups = [
    { key: 'theirs', title: t('engine.second.theirs'), list: data.filter(({ isMine }) => !isMine) },
    { key: 'own', title: t('engine.second.own'), list: data.filter(({ isMine }) => isMine) },
  ];
  return (
    <>
      <Tooltip title={title}>
        <Badge count={count} size="small" offset={[-6, 6]}>
          <Button
            type="text"
            aria-label={title}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            icon={<SafetyCertificateOutlined aria-hidden="true" />}
            onClick={() => setOpen(true)}
          />
        </Badge>
      </Tooltip>
      <Drawer
        open={isOpen}
        title={t('engine.second.title')}
        width="min(450px, 100vw)"
        rootClassName="engine-waiting-list"
        onClose={() => setOpen(false)}
        destroyOnHidden
      >
        {groups.map(({ key, title: words, list }) =>
          list.length === 0 ? null : (
            <section key={key} aria-label={words}>
              <h3 className="engine-quiet">{words}</h3>
              {list.map((request) => (
                <WaitingItem
                  key={request.id}
                  request={request}
                  isNamed
                  onOpen={
                    request.path === null
                      ? undefined
                      : () => {
                          setOpen(false);
                          onOpen(request);
                        }
                  }
                />
              ))}
            </section>
          ),
        )}
      </Drawer>
    </>
  );
}
