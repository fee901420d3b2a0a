import { useMemo } from 'react'
import type { Surfaces } from '#shared/features/market/share-of-voice/contract.ts'
import { bandOf, type Standing, standingsOf } from '#shared/features/market/share-of-voice/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import type { DaysLine, DaysPanelOf } from '#web/ui/chart/days-panel.tsx'
import { DISTINCT_LINES, type LineStyle, lineLook, neutralLineStyle } from '#web/ui/chart/line-style.ts'
import { useActiveTheme } from '#web/ui/theme/theme-choice.ts'
import { OVER_ALL } from './messages.ts'

/** A publisher's line with its look and its current values. */
export interface SurfaceLine extends Standing {
  look: LineStyle
}

const drawn = ({ publisher: name, values, look }: SurfaceLine): DaysLine => ({ name, values, look })

/**
 * The lines, highest first: ours each in a colour, then the strongest of the others as long as there are
 * colours.
 */
function linesOf({ series, overall }: Surfaces, theme: 'light' | 'dark'): SurfaceLine[] {
  const standings = standingsOf(series, overall)
  const byName = standings.toSorted((one, other) => (one.publisher < other.publisher ? -1 : 1))
  // A publisher keeps its colour, whatever its current rank.
  const ours = byName.filter(({ isOurs }) => isOurs)
  const strongest = standings
    .filter(({ isOurs }) => !isOurs)
    .slice(0, Math.max(0, DISTINCT_LINES - ours.length))
  const lookOf = ({ publisher, isOurs }: Standing): LineStyle => {
    const own = ours.findIndex((each) => each.publisher === publisher)
    if (isOurs) return lineLook(own, theme, own < DISTINCT_LINES ? 'solid' : 'dashed')
    const at = strongest.findIndex((each) => each.publisher === publisher)
    return at < 0 ? lineLook(null, theme) : lineLook(ours.length + at, theme, 'dashed')
  }
  return standings.map((each) => ({ ...each, look: lookOf(each) }))
}

const OVER_ALL_HEIGHT = 72
const EVERY_HEIGHT = 400
const OTHERS_HEIGHT = 140
const OURS_HEIGHT = 250

/** The default chart: Over All on an axis of its own, and a line per publisher. */
function publisherPanels(
  { overall }: Surfaces,
  lines: readonly SurfaceLine[],
  theme: 'light' | 'dark',
): DaysPanelOf[] {
  return [
    {
      title: OVER_ALL,
      note: 'all publishers together',
      height: OVER_ALL_HEIGHT,
      lines: [{ name: OVER_ALL, values: overall, look: neutralLineStyle(theme) }],
      isFromZero: true,
    },
    {
      title: countedIn(lines.length, 'publisher'),
      note: 'keywords held per day',
      height: EVERY_HEIGHT,
      lines: lines.map(drawn),
      isFromZero: true,
    },
  ]
}

/** The others as a band, and below them ours, with the picked one of the others. */
function oursPanels(
  { days, outings }: Surfaces,
  { lines, picked, theme }: { lines: readonly SurfaceLine[]; picked: string | null; theme: 'light' | 'dark' },
): DaysPanelOf[] {
  const ours = lines.filter(({ isOurs }) => isOurs)
  const others = lines.filter(({ isOurs }) => !isOurs)
  const rival = others.find(({ publisher }) => publisher === picked)
  const { low, middle, high } = bandOf(
    others.map(({ values }) => values),
    days.length,
  )
  const [first] = others
  const grey = { ...lineLook(null, theme), width: 1.5 }
  const own = {
    title: 'Ours',
    note: countedIn(ours.length, 'site'),
    height: others.length === 0 ? EVERY_HEIGHT : OURS_HEIGHT,
    lines: [
      ...ours.map(drawn),
      ...(rival ? [{ ...drawn(rival), look: neutralLineStyle(theme, 'dashed') }] : []),
    ],
    isFromZero: true,
    marks: outings.map(({ day }) => days.indexOf(day)),
  }
  if (others.length === 0) return [own]
  const band = {
    title: 'Others',
    note: `${countedIn(others.length, 'publisher')}: range, median, and the highest (dashed)`,
    height: OTHERS_HEIGHT,
    lines: [
      { name: 'Median', values: middle, look: grey },
      ...(first && others.length > 1
        ? [{ ...drawn(first), look: { ...neutralLineStyle(theme, 'dashed'), width: 1 } }]
        : []),
    ],
    band: { name: 'Others', low, high },
    isFromZero: false,
  }
  return ours.length === 0 ? [band] : [band, own]
}

/** The lines of Content Surfaces, and the panels in which they are drawn. */
export function useSurfaces(data: Surfaces, view: 'publishers' | 'ours', picked: string | null) {
  const theme = useActiveTheme()
  const lines = useMemo(() => linesOf(data, theme), [data, theme])
  const panels = useMemo(
    () =>
      view === 'ours' ? oursPanels(data, { lines, picked, theme }) : publisherPanels(data, lines, theme),
    [data, lines, view, picked, theme],
  )
  return { lines, panels }
}
