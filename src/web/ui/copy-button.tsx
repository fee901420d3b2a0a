import { Button } from 'antd'
import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { notify } from './notify.ts'

interface CopyButtonProps {
  label: string
  /** What is copied, asked when it is pressed. */
  text: () => string
  done: string
  /** Two links of a chain, unless what is copied is something else. */
  icon?: ReactNode
}

/** Puts a text into the clipboard; where the browser keeps it shut, the text itself is shown to be copied. */
export function CopyButton({ label, text, done, icon = <Link2 size={16} /> }: CopyButtonProps) {
  const copy = async () => {
    const words = text()
    try {
      await navigator.clipboard.writeText(words)
      notify({ kind: 'success', title: done })
    } catch {
      notify({ kind: 'info', title: words })
    }
  }
  return <Button aria-label={label} title={label} icon={icon} onClick={() => void copy()} />
}
