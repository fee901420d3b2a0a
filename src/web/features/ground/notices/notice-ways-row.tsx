import { Lock } from 'lucide-react'
import { useState } from 'react'
import { NOTICE_WAYS, type NoticeWay, WAY_LABELS } from '#shared/features/ground/notices/form.ts'
import { type ChosenGroup, GROUP_LABELS, type NoticeGroup } from '#shared/features/ground/notices/rules.ts'
import { counted } from '#shared/format/count.ts'
import { Radio } from '#web/ui/input/radio.tsx'
import { GROUP_NOTES, NOTIFICATIONS } from './messages.ts'
import { useChooseWay } from './queries.ts'

function About({ group, error }: { group: NoticeGroup; error?: string | undefined }) {
  return (
    <th scope="row">
      <span className="medium">{GROUP_LABELS[group]}</span>
      <span className="meta block">{GROUP_NOTES[group]}</span>
      {error !== undefined && (
        <span className="small tone-bad block" role="alert">
          {NOTIFICATIONS.notSaved} {error}
        </span>
      )}
    </th>
  )
}

interface NoticeWaysRowProps {
  row: { group: ChosenGroup; way: NoticeWay; count: number }
  sendsMail: boolean
  onChange: () => void
  onSaved: () => void
}

/** A group with its choice, which is saved at once. If that fails, the choice goes back and the row says why. */
export function NoticeWaysRow({ row, sendsMail, onChange, onSaved }: NoticeWaysRowProps) {
  const { group } = row
  const choose = useChooseWay()
  const [wish, setWish] = useState<NoticeWay | null>(null)
  const [error, setError] = useState<string>()
  const change = (way: NoticeWay) => {
    onChange()
    setError(undefined)
    setWish(way)
    // A later wish of the same row stays.
    const settle = () => setWish((current) => (current === way ? null : current))
    choose
      .mutateAsync({ group, way })
      .then(onSaved, (failure: unknown) =>
        setError(failure instanceof Error ? failure.message : String(failure)),
      )
      .finally(settle)
  }
  return (
    <tr>
      <About group={group} error={error} />
      {NOTICE_WAYS.map((way) => (
        <td key={way}>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the radio button inside is its control */}
          <label className="notice-way">
            <Radio
              name={`notices-${group}`}
              checked={(wish ?? row.way) === way}
              disabled={!sendsMail && (way === 'mail' || way === 'digest')}
              onChange={() => change(way)}
            />
            <span>
              <span className="visually-hidden">{GROUP_LABELS[group]}: </span>
              {WAY_LABELS[way]}
            </span>
          </label>
        </td>
      ))}
      <td className="quiet tabular">{counted(row.count)}</td>
    </tr>
  )
}

/** Warnings about the user's account, which nobody can switch off. */
export function AccountRow({ count, sendsMail }: { count: number; sendsMail: boolean }) {
  return (
    <tr>
      <About group="account" />
      <td colSpan={NOTICE_WAYS.length} className="quiet">
        <span className="inline-row gap-8">
          <Lock size={14} aria-hidden="true" />
          {sendsMail ? NOTIFICATIONS.always : NOTIFICATIONS.alwaysBell}
        </span>
      </td>
      <td className="quiet tabular">{counted(count)}</td>
    </tr>
  )
}
