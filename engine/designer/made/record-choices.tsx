import { useMadeText } from '../texts/use-made-text.ts';
import { ChosenMany } from './chosen-many.tsx';
import { ChosenOne } from './chosen-one.tsx';
import type { EntityOffers, FormChoices, RecordChoices } from './made-types.ts';

type RecordProps = {
  readonly offers: EntityOffers;
  readonly choices: RecordChoices;
  readonly onChange: (choices: RecordChoices) => void;
};

/** What a new page of one record shows and does. */
export function RecordChoicesForm({ offers, choices, onChange }: RecordProps) {
  const t = useMadeText();
  const { facts, tags, tabs, buttons, fields } = offers;
  return (
    <>
      <ChosenMany
        label={t('designer.made.facts')}
        offers={facts}
        chosen={choices.facts}
        onChange={(chosen) => onChange({ ...choices, facts: chosen })}
      />
      {tags.length === 0 ? null : (
        <ChosenMany
          label={t('designer.made.tags')}
          offers={tags}
          chosen={choices.tags}
          onChange={(chosen) => onChange({ ...choices, tags: chosen })}
        />
      )}
      {tabs.length === 0 ? null : (
        <ChosenMany
          label={t('designer.made.tabs')}
          offers={tabs}
          chosen={choices.tabs}
          onChange={(chosen) => onChange({ ...choices, tabs: chosen })}
          help={t('designer.made.tabsHint')}
        />
      )}
      {buttons.length === 0 ? null : (
        <ChosenMany
          label={t('designer.made.buttons')}
          offers={buttons}
          chosen={choices.buttons}
          onChange={(chosen) => onChange({ ...choices, buttons: chosen })}
          help={t('designer.made.buttonsHint')}
        />
      )}
      {choices.buttons.includes('edit') ? (
        <ChosenMany
          label={t('designer.made.fields')}
          offers={fields}
          chosen={choices.fields}
          onChange={(chosen) => onChange({ ...choices, fields: chosen })}
          help={t('designer.made.editFieldsHint')}
        />
      ) : null}
    </>
  );
}

type FormProps = {
  readonly offers: EntityOffers;
  readonly choices: FormChoices;
  readonly onChange: (choices: FormChoices) => void;
};

/** What the form of a new record asks for, and where it leads. */
export function FormChoicesForm({ offers, choices, onChange }: FormProps) {
  const t = useMadeText();
  return (
    <>
      <ChosenMany
        label={t('designer.made.fields')}
        offers={offers.fields}
        chosen={choices.fields}
        onChange={(fields) => onChange({ ...choices, fields })}
        help={t('designer.made.orderHint')}
      />
      {offers.opens.length === 0 ? null : (
        <ChosenOne
          label={t('designer.made.then')}
          offers={offers.opens}
          chosen={choices.opens}
          onChange={(opens) => onChange({ ...choices, opens })}
          help={t('designer.made.thenHint')}
        />
      )}
    </>
  );
}
