import './share-of-voice.css'
import { Button, Segmented } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useContext } from 'react'
import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import type { Stat } from '#shared/features/share-of-voice/contract.ts'
import { plusMonths } from '#shared/features/share-of-voice/rules.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import { TimeZone } from '#web/ui/time-zone.ts'
import { MonthPanel } from './month-panel.tsx'
import { YearPanel } from './year-panel.tsx'

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const DAY_LENGTH = 'yyyy-mm-dd'.length

interface CalendarPanelProps {
  row: KeywordRow
  /** `2026-11` shows a month, `2026` a year; nothing the month that it is. */
  shown: string | undefined
  onShow: (shown: string) => void
  onCompare?: ((stat: Stat) => void) | undefined
}

/** The share-of-voice calendar of one keyword. */
export function CalendarPanel({ row, shown, onShow, onCompare }: CalendarPanelProps) {
  const timeZone = useContext(TimeZone)
  const today = timestamp(new Date().toISOString(), timeZone).slice(0, DAY_LENGTH)
  const since = timestamp(row.created_at, timeZone).slice(0, DAY_LENGTH)
  const place = shown ?? today.slice(0, 7)
  const isYear = place.length === 4
  const name = isYear ? place : MONTH.format(new Date(`${place}-01T00:00:00Z`))
  const step = (by: number) => onShow(isYear ? String(Number(place) + by) : plusMonths(place, by))
  return (
    <div className="calendar">
      <div className="calendar-bar">
        <Button
          type="text"
          size="small"
          aria-label={isYear ? 'Previous year' : 'Previous month'}
          icon={<ChevronLeft size={16} />}
          onClick={() => step(-1)}
        />
        <strong aria-live="polite" className="calendar-name">
          {name}
        </strong>
        <Button
          type="text"
          size="small"
          aria-label={isYear ? 'Next year' : 'Next month'}
          icon={<ChevronRight size={16} />}
          disabled={place >= today.slice(0, place.length)}
          onClick={() => step(1)}
        />
        <Segmented
          size="small"
          aria-label="Calendar shows"
          value={isYear ? 'Year' : 'Month'}
          options={['Month', 'Year']}
          onChange={(kind) =>
            onShow(
              kind === 'Year'
                ? place.slice(0, 4)
                : place === today.slice(0, 4)
                  ? today.slice(0, 7)
                  : `${place.slice(0, 4)}-12`,
            )
          }
        />
      </div>
      {isYear ? (
        <YearPanel keywordId={row.keyword_id} year={place} onMonth={onShow} />
      ) : (
        <MonthPanel
          keywordId={row.keyword_id}
          month={place}
          monthName={name}
          {...{ today, since, onCompare }}
        />
      )}
    </div>
  )
}
