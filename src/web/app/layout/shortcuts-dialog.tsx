import { Dialog } from '#web/ui/dialog.tsx'

const SHORTCUTS = [
  ['Ctrl K', 'Go to a screen, keyword, article or person'],
  ['/', "Put the cursor into the page's search"],
  ['?', 'Show these shortcuts'],
  ['↑ ↓', 'Move between the rows of a table'],
  ['Enter', 'Open the row'],
  ['Ctrl Enter', 'Submit the dialog'],
  ['J K', 'On the page of an article: the next one, the one before'],
  ['A R X', 'There: approve, return, reject; Ctrl Enter does it'],
  ['N V E', 'There: next finding, another view, edit'],
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
