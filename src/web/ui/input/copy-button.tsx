import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

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

/** A button that copies a text to the clipboard. */
export function CopyButton({ label, text, done, icon = <Link2 size={16} />, children }: CopyButtonProps) {
  return (
    <Button
      aria-label={label}
      title={label}
      icon={icon}
      {...(children === undefined ? {} : { size: 'small', children })}
      onClick={() => void copyText(text(), done)}
    />
  )
}
