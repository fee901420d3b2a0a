import { Copy } from 'lucide-react'
import { CopyButton } from '#web/ui/input/copy-button.tsx'
import { CONNECT, SETTING_COPIED, settingOf } from './messages.ts'

interface ConnectWordPressPanelProps {
  site: { code: string; url: string }
}

/** How to connect a site to WordPress, with the setting to paste. */
export function ConnectWordPressPanel({ site }: ConnectWordPressPanelProps) {
  const setting = settingOf(site)
  return (
    <section className="connect-wordpress mt-16" aria-label={CONNECT.title}>
      <h3>{CONNECT.title}</h3>
      <ol>
        <li>{CONNECT.password}</li>
        <li>
          {CONNECT.setting}
          <div className="connect-setting row between gap-8 break-words mt-4">
            <code>{setting}</code>
            <CopyButton
              label="Copy setting"
              text={() => setting}
              done={SETTING_COPIED}
              icon={<Copy size={16} aria-hidden="true" />}
            />
          </div>
        </li>
        <li>{CONNECT.fields}</li>
        <li>{CONNECT.restart}</li>
      </ol>
    </section>
  )
}
