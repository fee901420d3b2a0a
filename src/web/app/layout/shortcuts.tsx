import { useState } from 'react'
import { isPlain, isTyping, useHotkey } from '#web/ui/input/use-hotkey.ts'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'

const ShortcutsDialog = onDemand(() =>
  import('./shortcuts-dialog.tsx').then(({ ShortcutsDialog }) => ShortcutsDialog),
)

const isPalette = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** The keyboard shortcuts of all screens. */
export function Shortcuts({ onPalette }: { onPalette: () => void }) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  useHotkey((event) => {
    if (isPalette(event)) {
      event.preventDefault()
      onPalette()
      return
    }
    if (isTyping(event.target) || !isPlain(event)) return
    if (event.key === '?') setHelpOpen(true)
    if (event.key !== '/') return
    const search = document.querySelector<HTMLInputElement>('main [data-page-search]')
    if (!search) return
    event.preventDefault()
    search.focus()
  })
  return isHelpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />
}
