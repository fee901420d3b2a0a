import { useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { isTyping, useHotkey } from '#web/ui/use-hotkey.ts'

const SHORTCUTS = [
  ['Ctrl K', 'Go to a screen, keyword, article or person'],
  ['/', "Put the cursor into the page's search"],
  ['?', 'Show these shortcuts'],
  ['↑ ↓', 'Move between the rows of a table'],
  ['Enter', 'Open the row'],
  ['Ctrl Enter', 'Submit the dialog'],
  ['Esc', 'Close'],
] as const

const isPalette = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** The keys that work on every screen. */
export function Shortcuts({ onPalette }: { onPalette: () => void }) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  useHotkey((event) => {
    if (isPalette(event)) {
      event.preventDefault()
      onPalette()
      return
    }
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '?') setHelpOpen(true)
    if (event.key !== '/') return
    const search = document.querySelector<HTMLInputElement>('main [data-page-search]')
    if (!search) return
    event.preventDefault()
    search.focus()
  })
  return (
    <Dialog open={isHelpOpen} title="Keyboard shortcuts" width={480} onClose={() => setHelpOpen(false)}>
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
