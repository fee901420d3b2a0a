import './notifications.css'
import { useQuery } from '@tanstack/react-query'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DigestPanel } from './digest-panel.tsx'
import { NOTIFICATIONS } from './messages.ts'
import { NextDigestPanel } from './next-digest-panel.tsx'
import { NoticeWaysPanel } from './notice-ways-panel.tsx'
import { settingsQuery } from './queries.ts'

/** How the user hears of their notices. Without mail, only the bell can be chosen. */
export function NotificationsPanel() {
  const { data: settings, error, refetch } = useQuery(settingsQuery)
  if (settings === undefined)
    return (
      <section className="sheet side-panel" aria-label="Notifications">
        {error ? (
          <Failed title={NOTIFICATIONS.notLoaded} message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={6} />
        )}
      </section>
    )
  // Without mail there is no digest; nor for users who only get warnings about their account.
  const hasChoice = settings.groups.some(({ group }) => group !== 'account')
  if (!settings.sends_mail || !hasChoice) return <NoticeWaysPanel settings={settings} />
  return (
    <div className="split-columns">
      <NoticeWaysPanel settings={settings} />
      <div>
        <DigestPanel settings={settings} />
        <NextDigestPanel next={settings.next_digest} />
      </div>
    </div>
  )
}
