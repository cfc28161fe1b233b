type Params = Readonly<Record<string, string>>;

/** Begins the parameters of a page that is drawn inside a tab of another one. */
const innerPrefix = 'in.';

/** The parameters of the page in the tab, out of those of the page around it. */
export function innerParams(params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) =>
      key.startsWith(innerPrefix) ? [[key.slice(innerPrefix.length), value]] : [],
    ),
  );
}

/** The parameters of the page in the tab, as the page around it keeps them. */
export function outerParams(params: Params): Params {
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [`${innerPrefix}${key}`, value]));
}
