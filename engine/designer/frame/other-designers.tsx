import { EditOutlined } from '@ant-design/icons';
import type { PresentPeople } from '../../model/wire/index.ts';
import { listed, useEngine, usePresent, useText } from '../../react/index.ts';
import { useDesigning } from '../host/designing.ts';

/** Who else designs this page for the same people; nothing where nobody does. */
export function OtherDesigners() {
  const t = useText();
  const { client } = useEngine();
  const { session } = useDesigning();
  const { page, level, role = '' } = session.target;
  const people = usePresent({
    id: `${page} ${level} ${role}`,
    at: session.target,
    isEditing: true,
    say: (place, signal) =>
      client.callAt<PresentPeople>(
        '/v1/design/page/presence/note',
        { place, ...session.target },
        { signal, quiet: true },
      ),
  });
  return (
    <span className="designer-saving" role="status">
      {people.length === 0 ? null : (
        <>
          <EditOutlined aria-hidden="true" />{' '}
          {t('engine.presence.editing', { who: listed(people.map(({ name }) => name)) })}
        </>
      )}
    </span>
  );
}
