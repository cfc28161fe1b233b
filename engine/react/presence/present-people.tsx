import { EditOutlined, EyeOutlined } from '@ant-design/icons';
import type { PresentPerson } from '../../model/wire/index.ts';
import { useText } from '../host/engine-context.tsx';
import { type At, usePresence } from './use-presence.ts';
import './presence.css';
import { listed } from '../formats/listed.ts';

/** Names that are told; of more people their number. */
const maxNames = 2;

/** Who else is at a record, in few words; nothing where nobody is. */
export function PresentPeople({ at }: { readonly at: At | undefined }) {
  const people = usePresence(at);
  const editing = people.filter(({ isEditing }) => isEditing);
  const looking = people.filter(({ isEditing }) => !isEditing);
  if (people.length === 0) return null;
  return (
    <span className="engine-presence" role="status">
      <Told people={editing} kind="editing" />
      <Told people={looking} kind="looking" />
    </span>
  );
}

type ToldProps = { readonly people: readonly PresentPerson[]; readonly kind: 'editing' | 'looking' };

function Told({ people, kind }: ToldProps) {
  const t = useText();
  if (people.length === 0) return null;
  const names = people.map(({ name }) => name);
  const shown = listed(names.slice(0, maxNames));
  const who = names.length > maxNames ? t('engine.presence.more', { names: shown, count: names.length }) : shown;
  const Icon = kind === 'editing' ? EditOutlined : EyeOutlined;
  return (
    <span className={`engine-presence-${kind}`} title={listed(names)}>
      <Icon aria-hidden="true" /> {t(`engine.presence.${kind}`, { who })}
    </span>
  );
}
