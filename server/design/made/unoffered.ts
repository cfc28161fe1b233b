import { nearestName } from '../../../engine/model/naming/index.ts';
import { formatMessage, type Message } from '../../../engine/model/texts/index.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';

/** Refuses what was chosen though it is not offered, or chosen twice, at its place and with the nearest name. */
export function refuseUnoffered(
  chosen: readonly string[],
  offered: readonly { readonly key: string }[],
  name: string,
  title: Message,
): void {
  const keys = offered.map(({ key }) => key);
  for (const [index, key] of chosen.entries())
    if (!keys.includes(key) || chosen.indexOf(key) !== index)
      throw unknownChoice(`/choices/${name}/${index}`, title, key, keys);
}

/** What there is not to choose. */
export function unknownChoice(pointer: string, title: Message, got: string, known: readonly string[]) {
  const nearest = nearestName(got, known);
  const fault = { code: 'E_INPUT_CHOICE', pointer, title: formatMessage(title), got } as const;
  return invalidInput([nearest === undefined ? fault : { ...fault, nearest }]);
}
