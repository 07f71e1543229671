import { type MouseEvent, useId } from 'react';
import { Transforms } from 'slate';
import {
  ReactEditor,
  type RenderElementProps,
  type RenderLeafProps,
  useSelected,
  useSlateStatic,
} from 'slate-react';
import { classNames } from '../../components/ui/class-names.ts';
import styles from './editor.module.css';
import type { ImageBlock } from './rich-text.ts';

export function EditorElement(props: RenderElementProps) {
  const { attributes, children, element } = props;
  switch (element.type) {
    case 'heading': {
      const Tag = HEADINGS[element.level];
      return <Tag {...attributes}>{children}</Tag>;
    }
    case 'quote':
      return <blockquote {...attributes}>{children}</blockquote>;
    case 'item':
      return (
        <div
          {...attributes}
          className={classNames(styles['item'], element.ordered && styles['ordered'])}
        >
          {children}
        </div>
      );
    case 'link':
      return (
        <a {...attributes} href={element.href} title={element.href} onClick={preventNavigation}>
          {children}
        </a>
      );
    case 'image':
      return <Image {...props} image={element} />;
    default:
      return <p {...attributes}>{children}</p>;
  }
}

const HEADINGS = { 1: 'h1', 2: 'h2', 3: 'h3' } as const;

/** A click places the caret in the link. */
function preventNavigation(event: MouseEvent) {
  event.preventDefault();
}

function Image({ attributes, children, image }: RenderElementProps & { image: ImageBlock }) {
  const editor = useSlateStatic();
  const isSelected = useSelected();
  const id = useId();
  function describe(alt: string) {
    Transforms.setNodes(editor, { alt }, { at: ReactEditor.findPath(editor, image) });
  }
  return (
    <div {...attributes} className={styles['image']}>
      {children}
      <div contentEditable={false}>
        <img
          src={image.src}
          alt={image.alt}
          className={classNames(isSelected && styles['chosen'])}
        />
        <label htmlFor={id}>Description for those who do not see it</label>
        <input
          id={id}
          value={image.alt}
          maxLength={300}
          onChange={(event) => describe(event.target.value)}
        />
      </div>
    </div>
  );
}

export function EditorLeaf({ attributes, children, leaf }: RenderLeafProps) {
  let text = children;
  if (leaf.strike) text = <s>{text}</s>;
  if (leaf.underline) text = <u>{text}</u>;
  if (leaf.italic) text = <em>{text}</em>;
  if (leaf.bold) text = <strong>{text}</strong>;
  return (
    <span {...attributes} style={{ color: leaf.color, backgroundColor: leaf.background }}>
      {text}
    </span>
  );
}
