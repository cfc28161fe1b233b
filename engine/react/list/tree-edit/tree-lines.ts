/** A line of text that names a node: how far it is indented, what it says, and the rest of the text from it on. */
export type TreeLine = { readonly indent: number; readonly name: string; readonly rest: string };

/** A node that was made from a line, and how far that was indented. */
export type MadeNode = { readonly indent: number; readonly id: string };

/** Most nodes added at once. */
export const maxLines = 200;

const tab = 4;

/** The lines of a text that name nodes; empty ones and marks of lists before a name are left out. */
export function treeLines(text: string): readonly TreeLine[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, at) => {
    const [, space = '', , name = ''] = /^([\s\u3000]*)([-*•]\s+)?(.*?)\s*$/.exec(line) ?? [];
    return name === '' ? [] : [{ indent: widthOf(space), name, rest: lines.slice(at).join('\n') }];
  });
}

/** The nodes a line may stand below, the nearest last: those made before it that are indented less. */
export function above(made: readonly MadeNode[], { indent }: TreeLine): readonly MadeNode[] {
  const open = [...made];
  while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
  return open;
}

function widthOf(space: string): number {
  return [...space].reduce((width, each) => width + (each === '\t' ? tab : each === '\u3000' ? 2 : 1), 0);
}
