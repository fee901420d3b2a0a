import { Copy } from 'lucide-react'
import { CopyButton } from './copy-button.tsx'

interface ConnectNoteProps {
  /** What it opens on, such as `How to connect a provider`. */
  label: string
  /** The names of the server’s settings that let us in. */
  settings: readonly string[]
}

/** How a system is connected: the settings that the server needs, to be copied. */
export function ConnectNote({ label, settings }: ConnectNoteProps) {
  return (
    <details className="connect-note">
      <summary>{label}</summary>
      <p>Ask the person who runs the server to add these settings and restart it:</p>
      <div className="connect-settings">
        <pre>{settings.join('\n')}</pre>
        <CopyButton
          label="Copy settings"
          text={() => settings.map((name) => `${name}=`).join('\n')}
          done="Settings copied."
          icon={<Copy size={16} aria-hidden="true" />}
        />
      </div>
    </details>
  )
}
