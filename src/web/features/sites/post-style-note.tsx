import { Palette } from 'lucide-react'
import postStyle from '#shared/features/sites/post-style.css?raw'
import { useMay } from '#web/api/session.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DONE, POST_STYLE } from './messages.ts'

/** The style sheet of posts, for users who set up sites. */
export function PostStyleNote() {
  if (!useMay('ManageSites')) return null
  return (
    <p className="meta sites-explained">
      {POST_STYLE}{' '}
      <CopyButton
        label="Copy CSS"
        text={() => postStyle}
        done={DONE.styleCopied}
        icon={<Palette size={16} aria-hidden="true" />}
      />
    </p>
  )
}
