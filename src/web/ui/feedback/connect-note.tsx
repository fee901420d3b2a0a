import { Copy } from 'lucide-react'
import { CopyButton } from '../input/copy-button.tsx'

interface ConnectNoteProps {
  /** The title of the section, such as `How to connect a provider`. */
  label: string
  /** The names of the server settings with the credentials. */
  settings: readonly string[]
}

/** How to connect a system: the required server settings, with a copy button. */
export function ConnectNote({ label, settings }: ConnectNoteProps) {
  return (
    <details className="connect-note">
      <summary>{label}</summary>
      <p>Ask the person who runs the server to add these settings and restart it:</p>
      <div className="connect-settings row align-start between gap-8">
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
