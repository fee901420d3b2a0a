import type { ReactNode } from 'react'
import { ConnectNote } from './connect-note.tsx'
import { Empty } from './empty.tsx'

interface NotConnectedProps {
  title: string
  /** What the provider would bring, and what works without it. */
  text: string
  /** What the note on connecting opens on. */
  how: string
  /** The names of the server’s settings that connect it. */
  settings: readonly string[]
  /** What can be done meanwhile, the primary button first. */
  action?: ReactNode
}

/** Stands in a list’s place where no provider is connected: nothing is invented in a workspace of one's own. */
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
