import { bracketed } from '../../react/index.ts';
import { useMadeText } from '../texts/use-made-text.ts';
import { ChosenMany } from './chosen-many.tsx';
import { ChosenOne } from './chosen-one.tsx';
import type { EntityOffers, ListChoices } from './made-types.ts';

type Props = {
  readonly offers: EntityOffers;
  readonly choices: ListChoices;
  readonly onChange: (choices: ListChoices) => void;
};

/** What a new list, or a board of cards, shows and does. */
export function ListChoicesForm({ offers, choices, onChange }: Props) {
  const t = useMadeText();
  const buttons = offers.buttons.map((one) => ({
    ...one,
    title: `${one.title}${bracketed(t(`designer.made.button.${one.place}`))}`,
  }));
  return (
    <>
      {choices.kind === 'kanban' ? (
        <ChosenOne
          label={t('designer.made.lane')}
          offers={offers.lanes}
          chosen={choices.lane}
          isNeeded
          onChange={(lane) => onChange({ ...choices, lane })}
          help={t('designer.made.laneHint')}
        />
      ) : null}
      <ChosenMany
        label={t('designer.made.columns')}
        offers={offers.columns}
        chosen={choices.columns}
        onChange={(columns) => onChange({ ...choices, columns })}
        help={t('designer.made.columnsHint')}
      />
      {offers.opens.length === 0 ? null : (
        <ChosenOne
          label={t('designer.made.opens')}
          offers={offers.opens}
          chosen={choices.opens}
          onChange={(opens) => onChange({ ...choices, opens })}
          help={t('designer.made.opensHint')}
        />
      )}
      <ChosenMany
        label={t('designer.made.filters')}
        offers={offers.filters}
        chosen={choices.filters}
        onChange={(filters) => onChange({ ...choices, filters })}
      />
      <ChosenMany
        label={t('designer.made.buttons')}
        offers={buttons}
        chosen={choices.buttons}
        onChange={(chosen) => onChange({ ...choices, buttons: chosen })}
        help={t('designer.made.buttonsHint')}
      />
      <ChosenMany
        label={t('designer.made.fields')}
        offers={offers.fields}
        chosen={choices.fields}
        onChange={(fields) => onChange({ ...choices, fields })}
        help={t('designer.made.fieldsHint')}
      />
    </>
  );
}
