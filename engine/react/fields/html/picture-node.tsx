import { mergeAttributes, Node } from '@tiptap/core';
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import { useText } from '../../host/engine-context.tsx';
import { useFileFacts } from '../file/use-file-facts.ts';

const textAttribute = (name: string, html: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(html),
  renderHTML: (attributes: Readonly<Record<string, unknown>>) =>
    attributes[name] === null ? {} : { [html]: attributes[name] },
});

/**
 * A picture in a line: a file by its id, or one still on its way under the key of its upload, which the text then leaves
 * out. Its address is asked for, and never part of the text.
 */
export const PictureNode = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    file: textAttribute('file', 'data-file'),
    alt: { ...textAttribute('alt', 'alt'), default: '' },
    title: textAttribute('title', 'title'),
    width: textAttribute('width', 'width'),
    height: textAttribute('height', 'height'),
    upload: { ...textAttribute('upload', 'data-upload'), renderHTML: () => ({}) },
  }),
  parseHTML: () => [{ tag: 'img[data-file]' }, { tag: 'img[data-upload]' }],
  renderHTML: ({ node, HTMLAttributes }) =>
    node.attrs.file === null ? ['span'] : ['img', mergeAttributes(HTMLAttributes)],
  addNodeView: () => ReactNodeViewRenderer(PictureView, { as: 'span' }),
});

function PictureView({ node, selected }: NodeViewProps) {
  const t = useText();
  const { file, alt, width, height } = node.attrs;
  const facts = useFileFacts(typeof file === 'string' ? file : '');
  const className = selected ? 'engine-html-picture engine-html-chosen' : 'engine-html-picture';
  const isMissing = facts.isError;
  return (
    <NodeViewWrapper as="span" className={className} data-drag-handle>
      {facts.data === undefined ? (
        <span className="engine-html-picture-waiting" role="img" aria-label={alt || t('engine.html.picture')}>
          {t(isMissing ? 'engine.html.pictureGone' : 'engine.html.pictureComing')}
        </span>
      ) : (
        <img
          src={facts.data.address}
          alt={alt || ''}
          {...(width === null ? {} : { width })}
          {...(height === null ? {} : { height })}
          onError={() => void facts.refetch()}
        />
      )}
    </NodeViewWrapper>
  );
}
