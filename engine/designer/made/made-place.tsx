import { Input, Select } from 'antd';
import { useMadeText } from '../texts/use-made-text.ts';
import { Field } from './field.tsx';
import type { Sources } from './made-types.ts';

/** What a page is called, where it stands and who has it. */
export type Place = {
  readonly title: string;
  readonly slug: string;
  readonly parent: string | null;
  readonly roles: readonly string[];
};

type Props = {
  readonly sources: Sources;
  readonly place: Place;
  /** Whether it shows one record: it is opened where that is named, and stands in no menu. */
  readonly isOfRecord: boolean;
  readonly onChange: (place: Place) => void;
};

const outermost = '';

/** What a new page is called, where in the menu it stands, and which roles have it. */
export function MadePlace({ sources, place, isOfRecord, onChange }: Props) {
  const t = useMadeText();
  const { title, slug, roles } = place;
  return (
    <>
      <Field label={t('designer.made.title')}>
        <Input
          aria-label={t('designer.made.title')}
          value={title}
          maxLength={50}
          onChange={(event) => onChange({ ...place, title: event.target.value })}
        />
      </Field>
      <Field label={t('designer.made.slug')} help={t('designer.made.slugHint')}>
        <Input
          aria-label={t('designer.made.slug')}
          addonBefore="/own/"
          value={slug}
          maxLength={40}
          onChange={(event) => onChange({ ...place, slug: event.target.value })}
        />
      </Field>
      {isOfRecord ? (
        <p className="engine-quiet">{t('designer.made.ofRecord')}</p>
      ) : (
        <MenuPlace {...{ sources, place, onChange }} />
      )}
      <Field label={t('designer.made.roles')} help={t('designer.made.rolesHint')}>
        <Select
          mode="multiple"
          aria-label={t('designer.made.roles')}
          showSearch
          optionFilterProp="label"
          value={[...roles]}
          options={sources.roles.map(({ code, title: label, hasAll }) => ({
            value: code,
            label: hasAll ? t('designer.made.hasAll', { title: label }) : label,
            disabled: hasAll,
          }))}
          onChange={(next: string[]) => onChange({ ...place, roles: next })}
        />
      </Field>
    </>
  );
}

function MenuPlace({ sources, place, onChange }: Omit<Props, 'isOfRecord'>) {
  const t = useMadeText();
  const { parent } = place;
  return (
    <Field label={t('designer.made.menu')} help={t('designer.made.menuHint')}>
      <Select
        aria-label={t('designer.made.menu')}
        showSearch
        optionFilterProp="label"
        value={parent ?? outermost}
        options={[
          { value: outermost, label: t('designer.made.outermost') },
          ...sources.groups.map((group) => ({ value: group.name, label: group.titles.join(' / ') })),
        ]}
        onChange={(chosen: string) => onChange({ ...place, parent: chosen === outermost ? null : chosen })}
      />
    </Field>
  );
}
