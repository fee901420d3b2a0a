import { Dialog } from '#web/ui/dialog.tsx'

const SHORTCUTS = [
  ['Ctrl K', 'Go to a screen, keyword, article or person'],
  ['/', "Put the cursor into the page's search"],
  ['?', 'Show these shortcuts'],
  ['↑ ↓', 'Move between the rows of a table'],
  ['Enter', 'Open the row'],
  ['Ctrl Enter', 'Submit the dialog'],
  ['Esc', 'Close'],
] as const

/** What can be done with keys alone. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Keyboard shortcuts" width={480} onClose={onClose}>
      <dl className="shortcuts">
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
