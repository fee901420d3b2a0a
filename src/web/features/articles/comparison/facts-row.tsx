import type { Comparison, Pair } from '#shared/features/articles/comparison/rules.ts'
import { counted } from '#shared/format/count.ts'
import { CalendarDay, RelativeTime } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { useDayOf } from '#web/ui/hooks/use-day.ts'
import { ComparedRow } from './compared-row.tsx'
import { CATEGORIES, NONE, UNKNOWN } from './messages.ts'

function Updated({ moment, other }: { moment: string | null; other: string | null }) {
  const day = useDayOf(moment ?? new Date())
  if (moment === null) return <span className="quiet">{UNKNOWN}</span>
  return (
    <p className="cluster gap-8 row-gap-4">
      <strong>
        <CalendarDay day={day} />
      </strong>
      <span className="quiet">
        <RelativeTime moment={moment} />
      </span>
      {other !== null && moment > other && <StatusBadge label="Newer" tone="note" />}
    </p>
  )
}

/** When the articles were written or last changed. */
export function UpdatedRow({ updated }: Pick<Comparison, 'updated'>) {
  return (
    <ComparedRow
      label={CATEGORIES.updated}
      pairs={[
        {
          key: 'updated',
          theirs: <Updated moment={updated.theirs} other={updated.ours} />,
          ours: <Updated moment={updated.ours} other={updated.theirs} />,
        },
      ]}
    />
  )
}

function Hero({ text }: { text: string }) {
  if (text === '') return <span className="quiet">{NONE}</span>
  return (
    <>
      <p className="tabular">
        <strong>{counted(text.length)} characters</strong>
      </p>
      <p className="words">{text}</p>
    </>
  )
}

/** The hero images. */
export function HeroRow({ hero }: { hero: Pair<string> }) {
  return (
    <ComparedRow
      label={CATEGORIES.hero}
      pairs={[{ key: 'hero', theirs: <Hero text={hero.theirs} />, ours: <Hero text={hero.ours} /> }]}
    />
  )
}
