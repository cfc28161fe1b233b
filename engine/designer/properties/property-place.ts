/** The attribute by which a setting bears the key path of its property. */
const attribute = 'data-design-property';

/** What marks a setting as that of a property. */
export function markOfProperty(at: string) {
  return { [attribute]: at };
}

/** What takes the keyboard in the setting of a property, or of what a key path stands in. */
export function inputOfProperty(at: string): HTMLElement | undefined {
  const settings = [...document.querySelectorAll<HTMLElement>(`[${attribute}]`)];
  const around = settings.filter((one) => isWithin(at, one.getAttribute(attribute) ?? ''));
  const nearest = around.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
  return nearest?.querySelector<HTMLElement>('input, textarea, button, [contenteditable="true"]') ?? undefined;
}

function isWithin(at: string, property: string): boolean {
  return at === property || at.startsWith(`${property}/`);
}

function lengthOf(setting: HTMLElement): number {
  return setting.getAttribute(attribute)?.length ?? 0;
}
