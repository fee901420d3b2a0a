import type { Completion } from './use-completions.ts'

export const MENU_ID = 'bot-completions'
export const optionId = (at: number) => `${MENU_ID}-${at}`

interface CompletionMenuProps {
  completions: readonly Completion[]
  /** The index that Enter would pick; -1 for none. */
  at: number
  onPick: (completion: Completion) => void
}

/** Completions for the text; the field keeps the focus and controls the highlighted one. */
export function CompletionMenu({ completions, at, onPick }: CompletionMenuProps) {
  return (
    <div id={MENU_ID} role="listbox" aria-label="Shortcuts" className="bot-menu">
      {completions.map((completion, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={completion.text}
          id={optionId(place)}
          role="option"
          tabIndex={-1}
          aria-selected={place === at}
          className="bot-menu-option"
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(completion)}
        >
          <span className="semibold">{completion.label}</span>
          {completion.argument !== '' && <span className="quiet">{completion.argument}</span>}
          {completion.note !== '' && <span className="meta">{completion.note}</span>}
        </div>
      ))}
    </div>
  )
}
