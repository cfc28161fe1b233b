import { PhoneOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { nearMoment, nearMoments } from '../../engine/model/time/index.ts';
import { useText } from '../../engine/react/index.ts';
import { useWords } from './use-words.ts';

import type { WorkbenchPerson } from './workbench-calls.ts';

type PersonBarProps = {
  readonly person: WorkbenchPerson;
  /** Whether nobody is called. */
  readonly isFree: boolean;
  /** Whether he is just being put off: nothing more is done about him until that is over. */
  readonly isLeaving: boolean;
  readonly onDial?: () => void;
  readonly onPass: () => void;
  readonly onPutOff?: (moment: string) => void;
};

const hour = 3_600_000;

/** Whose turn it is, and what can be done: call him, pass him over, put him off. */
export function PersonBar({ person: { name, number }, isFree, isLeaving, onDial, onPass, onPutOff }: PersonBarProps) {
  const words = useWords();
  const t = useText();
  return (
    <section className="engine-card call-workbench-bar" aria-label={words('now', { name })} aria-busy={isLeaving}>
      <div className="call-workbench-now">
        <strong>{name}</strong>
        <span className="engine-quiet engine-number">{number === '' ? words('noNumber') : number}</span>
      </div>
      {isFree ? (
        <>
          <Button
            type="primary"
            icon={<PhoneOutlined aria-hidden="true" />}
            disabled={isLeaving || onDial === undefined || number === ''}
            onClick={onDial}
          >
            {words('dial')}
          </Button>
          <Button onClick={onPass}>{words('pass')}</Button>
          {onPutOff === undefined ? null : (
            <fieldset className="call-workbench-put-off" disabled={isLeaving}>
              <legend className="engine-quiet">{words('postpone')}</legend>
              <Button size="small" onClick={() => onPutOff(new Date(Date.now() + hour).toISOString())}>
                {words('anHour')}
              </Button>
              {nearMoments.map((near) => (
                <Button key={near} size="small" onClick={() => onPutOff(nearMoment(near, new Date().toISOString()))}>
                  {t(`engine.near.${near}`)}
                </Button>
              ))}
            </fieldset>
          )}
          <p className="engine-quiet call-workbench-keys">{words('keys')}</p>
        </>
      ) : null}
    </section>
  );
}
