import { ChevronLeft, ChevronRight } from 'lucide-react'
import { plusMonths } from '#shared/format/day.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Segmented } from '#web/ui/input/segmented.tsx'
import type { CalendarPlace } from './use-calendar-place.ts'

interface CalendarMenuProps {
  place: CalendarPlace
  onShow: (shown: string) => void
}

/** Chooses the month or year of the calendar. */
export function CalendarMenu({ place: { shown, isYear, name }, onShow }: CalendarMenuProps) {
  const today = useToday()
  const step = (by: number) => onShow(isYear ? String(Number(shown) + by) : plusMonths(shown, by))
  const monthOf = (year: string) => (year === today.slice(0, 4) ? today.slice(0, 7) : `${year}-12`)
  return (
    <div className="row gap-4">
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
        disabled={shown >= today.slice(0, shown.length)}
        onClick={() => step(1)}
      />
      <Segmented
        size="small"
        aria-label="Calendar shows"
        value={isYear ? 'Year' : 'Month'}
        options={['Month', 'Year']}
        onChange={(kind) => onShow(kind === 'Year' ? shown.slice(0, 4) : monthOf(shown.slice(0, 4)))}
      />
    </div>
  )
}
