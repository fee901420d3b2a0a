import { Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/input/icon-button.tsx'
import { COPIED, copyWords, SHUT } from './messages.ts'

/** Copies a visible solution to the clipboard and confirms it in place: this page has no notices. */
export function CopySolution({ of, value }: { of: string; value: string }) {
  const [told, setTold] = useState<string | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setTold(COPIED)
    } catch {
      setTold(SHUT)
    }
  }
  return (
    <span className="inline-row gap-8 push">
      <span role="status" className="meta">
        {told}
      </span>
      <IconButton label={copyWords(of)} onClick={() => void copy()}>
        <Copy size={16} aria-hidden="true" />
      </IconButton>
    </span>
  )
}
