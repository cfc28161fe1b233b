import { Button, Dropdown, type MenuProps } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';

/** One tool: a button that does something at once, or opens what there is to choose. */
export type Tool = {
  readonly key: string;
  readonly title: string;
  readonly icon: ReactNode;
  /** Whether what the keyboard is in has it; absent where that is no question. */
  readonly isOn?: boolean;
  readonly isOff?: boolean;
  readonly run?: () => void;
  readonly choices?: MenuProps['items'];
};

type ToolBarProps = {
  readonly title: string;
  readonly groups: readonly (readonly Tool[])[];
  readonly disabled: boolean;
  /** Gives the keyboard back to the text. */
  readonly onLeave: () => void;
};

/** The tools above a text: one stop of the tab key, the arrow keys go from tool to tool, Escape goes back to the text. */
export function ToolBar({ title, groups, disabled, onLeave }: ToolBarProps) {
  const place = useRef<HTMLDivElement>(null);
  const steps = (event: KeyboardEvent) => {
    // Of a menu that a tool has opened, the keys are its own.
    if (!(event.target instanceof Node) || place.current?.contains(event.target) !== true) return undefined;
    if (event.key === 'Escape') {
      event.stopPropagation();
      return onLeave();
    }
    const tools: (Element | null)[] = [...(place.current?.querySelectorAll('button:not(:disabled)') ?? [])];
    const at = tools.indexOf(document.activeElement);
    const focus = (tool: Element | null | undefined) => tool instanceof HTMLElement && tool.focus();
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[event.key];
    if (to === undefined || at === -1) return undefined;
    event.preventDefault();
    return focus(tools.at(to % tools.length));
  };
  const groupsShown = groups.filter((tools) => tools.length > 0);
  return (
    <div ref={place} role="toolbar" aria-label={title} className="engine-html-tools" onKeyDown={steps}>
      {groupsShown.map((tools, group) => (
        <span key={tools[0]?.key} className="engine-html-tool-group">
          {tools.map((tool, index) => (
            <ToolButton key={tool.key} tool={tool} disabled={disabled} isFirst={group === 0 && index === 0} />
          ))}
        </span>
      ))}
    </div>
  );
}

type ToolButtonProps = { readonly tool: Tool; readonly disabled: boolean; readonly isFirst: boolean };

function ToolButton({ tool, disabled, isFirst }: ToolButtonProps) {
  const { title, icon, isOn, isOff = false, run, choices } = tool;
  const button = (
    <Button
      size="small"
      type="text"
      icon={icon}
      title={title}
      aria-label={title}
      {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
      className={isOn === true ? 'engine-html-tool engine-html-tool-on' : 'engine-html-tool'}
      tabIndex={isFirst ? 0 : -1}
      disabled={disabled || isOff}
      // The text keeps what is chosen in it.
      onMouseDown={(event) => event.preventDefault()}
      {...(run === undefined ? {} : { onClick: run })}
    />
  );
  if (choices === undefined) return button;
  return (
    <Dropdown menu={{ items: choices }} trigger={['click']} disabled={disabled || isOff}>
      {button}
    </Dropdown>
  );
}
