import { Button } from 'antd'
import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { notify } from './notify.ts'

interface CopyButtonProps {
  label: string
  /** Called on click to get the text to copy. */
  text: () => string
  done: string
  /** A link icon by default. */
  icon?: ReactNode
  /** The same in fewer words beside the icon; without them the button is only an icon. */
  children?: ReactNode
}

/**
 * Copies a text to the clipboard. If the browser blocks the clipboard, the text is shown for manual copying.
 */
export function CopyButton({ label, text, done, icon = <Link2 size={16} />, children }: CopyButtonProps) {
  const copy = async () => {
    const words = text()
    try {
      await navigator.clipboard.writeText(words)
      notify({ kind: 'success', title: done })
    } catch {
      notify({ kind: 'info', title: words })
    }
  }
  return (
    <Button
      aria-label={label}
      title={label}
      icon={icon}
      {...(children === undefined ? {} : { size: 'small', children })}
      onClick={() => void copy()}
    />
  )
}
