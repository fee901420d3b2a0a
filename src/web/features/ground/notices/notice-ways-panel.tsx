import { type KeyboardEvent, useState } from 'react'
import type { NotificationSettings } from '#shared/features/ground/notices/contract.ts'
import { NO_MAIL, NOTICE_WAYS, WAY_LABELS } from '#shared/features/ground/notices/form.ts'
import { handleError } from '#web/api/handle-error.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { choicesWords, FAILURES, NOTIFICATIONS } from './messages.ts'
import { AccountRow, NoticeWaysRow } from './notice-ways-row.tsx'
import { useDefaultWays } from './queries.ts'
import { SavedNote } from './saved-note.tsx'

/** Up and down lead to the next group; left and right choose, as the browser does it. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  const from = event.target instanceof HTMLElement ? event.target.closest('tr') : null
  if (step === undefined || from === null) return
  event.preventDefault()
  const rows = [...event.currentTarget.querySelectorAll('tr')].filter((row) => row.querySelector('input'))
  const row = rows[rows.indexOf(from) + step]
  const target = row?.querySelector('input:checked') ?? row?.querySelector('input:enabled')
  if (target instanceof HTMLElement) target.focus()
}

interface DefaultsProps {
  settings: NotificationSettings
  onChange: () => void
  onSaved: () => void
}

function Defaults({ settings, onChange, onSaved }: DefaultsProps) {
  const { groups, sends_mail: sendsMail, default_mails: byDefault } = settings
  const useDefaults = useDefaultWays()
  const chosen = groups.filter(({ group }) => group !== 'account')
  const own = chosen.filter(({ is_own: isOwn }) => isOwn).length
  const words = choicesWords(own, chosen.length, sendsMail ? byDefault : null)
  if (words === '' || chosen.length === 0) return null
  return (
    <div className="row gap-12">
      <p className="meta fill">{words}</p>
      {own > 0 && (
        <Button
          size="small"
          type="text"
          loading={useDefaults.isPending}
          onClick={() => {
            onChange()
            useDefaults.mutate(undefined, { onSuccess: onSaved, onError: handleError(FAILURES.save) })
          }}
        >
          {NOTIFICATIONS.useDefaults}
        </Button>
      )}
    </div>
  )
}

/** For each group of notices: the bell only, a mail at once, the digest, or nothing. */
export function NoticeWaysPanel({ settings }: { settings: NotificationSettings }) {
  const { groups, sends_mail: sendsMail } = settings
  const [isSaved, setSaved] = useState(false)
  const said = { onChange: () => setSaved(false), onSaved: () => setSaved(true) }
  return (
    <div className="stack bounded gap-16">
      <section className="sheet notice-ways" aria-labelledby="notifications-title">
        <header className="cluster gap-8 row-gap-2">
          <h2 id="notifications-title">Notifications</h2>
          {sendsMail && <span className="meta">{NOTIFICATIONS.intro}</span>}
          <SavedNote isShown={isSaved} />
        </header>
        {!sendsMail && <Alert kind="note">{NO_MAIL}</Alert>}
        <table onKeyDown={moveBetweenRows}>
          <thead>
            <tr>
              <th scope="col">About</th>
              {NOTICE_WAYS.map((way) => (
                <th key={way} scope="col">
                  {WAY_LABELS[way]}
                </th>
              ))}
              <th scope="col">Last 30 days</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((row) =>
              row.group === 'account' ? (
                <AccountRow key={row.group} count={row.count} sendsMail={sendsMail} />
              ) : (
                <NoticeWaysRow
                  key={row.group}
                  {...said}
                  row={{ ...row, group: row.group }}
                  sendsMail={sendsMail}
                />
              ),
            )}
          </tbody>
        </table>
      </section>
      <Defaults settings={settings} {...said} />
    </div>
  )
}
