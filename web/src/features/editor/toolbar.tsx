import { Toolbar } from 'radix-ui';
import { HistoryEditor } from 'slate-history';
import { ReactEditor, useSlate } from 'slate-react';
import { ColourTool } from './colour-tool.tsx';
import { BACKGROUND_COLOURS, TEXT_COLOURS } from './colours.ts';
import styles from './editor.module.css';
import { clearFormat } from './format-commands.ts';
import { ImageTool } from './image-tool.tsx';
import { LinkTool } from './link-tool.tsx';
import { BlockFormatTool, Icon, MarkTool, Tool } from './tools.tsx';

type Props = {
  label: string;
  isUploading: boolean;
  onImages: (files: File[]) => void;
  isLinkOpen: boolean;
  onLinkOpenChange: (isOpen: boolean) => void;
};

export function EditorToolbar(props: Props) {
  return (
    <Toolbar.Root className={styles['toolbar']} aria-label={`Formatting of ${props.label}`}>
      {([1, 2, 3] as const).map((level) => (
        <BlockFormatTool
          key={level}
          format={{ type: 'heading', level }}
          label={`H${level}, heading of level ${level}`}
        >
          <span>H{level}</span>
        </BlockFormatTool>
      ))}
      <Divider />
      <MarkTool mark="bold" label="Bold (Ctrl+B)">
        <b>B</b>
      </MarkTool>
      <MarkTool mark="italic" label="Italic (Ctrl+I)">
        <i>I</i>
      </MarkTool>
      <MarkTool mark="underline" label="Underline (Ctrl+U)">
        <u>U</u>
      </MarkTool>
      <MarkTool mark="strike" label="Strike (Ctrl+Shift+X)">
        <s>S</s>
      </MarkTool>
      <Divider />
      <BlockFormatTool format={{ type: 'item', ordered: true }} label="Ordered list">
        <Icon path="M8 5h9M8 10h9M8 15h9M3 3.5h1v3M3 6.5h2M3 9h1.7L3 11.5h2M3 14h1.8L4 15.2c1.6 0 1.2 2-.9 1.5" />
      </BlockFormatTool>
      <BlockFormatTool format={{ type: 'item', ordered: false }} label="Bullet list">
        <Icon path="M8 5h9M8 10h9M8 15h9M4 5v.01M4 10v.01M4 15v.01" />
      </BlockFormatTool>
      <Divider />
      <ColourTool mark="color" label="Colour" swatches={TEXT_COLOURS}>
        <span>A</span>
      </ColourTool>
      <ColourTool mark="background" label="Background" swatches={BACKGROUND_COLOURS}>
        <Icon path="M4 12l6.5-6.5 4 4L9 15H6zM9 7l4 4M4 17h12" />
      </ColourTool>
      <Divider />
      <LinkTool isOpen={props.isLinkOpen} onOpenChange={props.onLinkOpenChange} />
      <ImageTool isBusy={props.isUploading} onFiles={props.onImages} />
      <Divider />
      <HistoryTools />
    </Toolbar.Root>
  );
}

function HistoryTools() {
  const editor = useSlate();
  function act(change: () => void) {
    change();
    ReactEditor.focus(editor);
  }
  return (
    <>
      <Tool label="Clean formatting" onPress={() => act(() => clearFormat(editor))}>
        <Icon path="M5 4h10M10 4L8.5 12M4 16h6M13 12l4 4M17 12l-4 4" />
      </Tool>
      <Tool label="Undo (Ctrl+Z)" onPress={() => act(() => HistoryEditor.undo(editor))}>
        <Icon path="M4 8h8a4 4 0 0 1 0 8H8M4 8l4-4M4 8l4 4" />
      </Tool>
      <Tool label="Redo (Ctrl+Shift+Z)" onPress={() => act(() => HistoryEditor.redo(editor))}>
        <Icon path="M16 8H8a4 4 0 0 0 0 8h4M16 8l-4-4M16 8l-4 4" />
      </Tool>
    </>
  );
}

function Divider() {
  return <Toolbar.Separator className={styles['divider']} />;
}
