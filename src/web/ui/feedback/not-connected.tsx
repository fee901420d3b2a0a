import type { ReactNode } from 'react'
import { ConnectNote } from './connect-note.tsx'
import { Empty } from './empty.tsx'

interface NotConnectedProps {
  title: string
  /** The benefits of the provider, and the features that work without it. */
  text: string
  /** The title of the section about how to connect it. */
  how: string
  /** The names of the server settings that connect it. */
  settings: readonly string[]
  /** Possible actions in the meantime, the primary button first. */
  action?: ReactNode
}

/**
 * Shown instead of a list while no provider is connected: a user's own workspace never shows made-up data.
 */
export function NotConnected({ title, text, how, settings, action }: NotConnectedProps) {
  return (
    <div className="sheet">
      <Empty
        title={title}
        text={text}
        action={
          <>
            {action}
            <ConnectNote label={how} settings={settings} />
          </>
        }
      />
    </div>
  )
}
