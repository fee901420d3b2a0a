import { useId, useState } from 'react'
import type { DigestSettings, NotificationSettings } from '#shared/features/ground/notices/contract.ts'
import { hourWords } from '#shared/features/ground/notices/form.ts'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { NOTIFICATIONS, WEEKDAYS, zoneWords } from './messages.ts'
import { useSaveDigest } from './queries.ts'
import { SavedNote } from './saved-note.tsx'

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: hourWords(hour) }))

interface DaysProps {
  days: readonly number[]
  error: string | undefined
  onChange: (days: number[]) => void
}

function Days({ days, error, onChange }: DaysProps) {
  return (
    <fieldset className="digest-days">
      <legend>{NOTIFICATIONS.on}</legend>
      <div className="row gap-4">
        {WEEKDAYS.map((name, index) => {
          const day = index + 1
          const isOn = days.includes(day)
          return (
            // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control
            <label key={name}>
              <Checkbox
                aria-label={name}
                checked={isOn}
                onChange={() =>
                  onChange(isOn ? days.filter((each) => each !== day) : [...days, day].toSorted())
                }
              />
              <span aria-hidden="true">{name.slice(0, 2)}</span>
            </label>
          )
        })}
      </div>
      {error !== undefined && (
        <p className="small tone-bad mt-4" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Saves each change at once; shows the wish until the server has answered. */
function useDigestChoice(saved: DigestSettings) {
  const save = useSaveDigest()
  const [wish, setWish] = useState<DigestSettings | null>(null)
  const [isSaved, setSaved] = useState(false)
  const [error, setError] = useState<string>()
  const shown = wish ?? saved
  const change = (part: Partial<DigestSettings>) => {
    const next = { ...shown, ...part }
    setSaved(false)
    if (next.days.length === 0) return setError(NOTIFICATIONS.oneDay)
    setError(undefined)
    setWish(next)
    save
      .mutateAsync(next)
      .then(
        () => setSaved(true),
        (failure: unknown) => setError(`${NOTIFICATIONS.notSaved} ${String((failure as Error).message)}`),
      )
      .finally(() => setWish((current) => (current === next ? null : current)))
  }
  return { shown, change, isSaved, error }
}

/** When the digest is sent, and whether other mails wait for the morning. */
export function DigestPanel({ settings }: { settings: NotificationSettings }) {
  const { shown, change, isSaved, error } = useDigestChoice(settings.digest)
  const id = useId()
  const isAboutDays = error === NOTIFICATIONS.oneDay
  return (
    <section className="sheet side-panel" aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>Your digest</h2>
        <SavedNote isShown={isSaved} />
      </header>
      <div className="digest-times">
        <div className="stack gap-4">
          <label htmlFor={`${id}-hour`} className="small medium">
            {NOTIFICATIONS.sendAt}
          </label>
          <Select<number>
            id={`${id}-hour`}
            closesOnChoice
            value={shown.hour}
            options={HOURS}
            onChange={(hour) => change({ hour })}
          />
          <p className="meta">{zoneWords(settings.time_zone)}</p>
        </div>
        <Days
          days={shown.days}
          error={isAboutDays ? error : undefined}
          onChange={(days) => change({ days })}
        />
      </div>
      <div className="digest-hold">
        <Checkbox
          checked={shown.hold_overnight}
          onChange={({ target }) => change({ hold_overnight: target.checked })}
        >
          <span className="medium">{NOTIFICATIONS.hold}</span>
          <span className="meta block">{NOTIFICATIONS.holdNote}</span>
        </Checkbox>
      </div>
      {error !== undefined && !isAboutDays && (
        <p className="small tone-bad" role="alert">
          {error}
        </p>
      )}
    </section>
  )
}
