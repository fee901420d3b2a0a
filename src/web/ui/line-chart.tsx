import { LineChart as Lines } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { useMemo } from 'react'
import type { LineLook } from './line-look.ts'
import { lineTooltip } from './line-tooltip.ts'
import { useActiveTheme } from './theme/theme-choice.ts'
import { FONTS, PALETTES, type Palette } from './theme/tokens.ts'
import { useChart } from './use-chart.ts'

use([Lines, GridComponent, TooltipComponent, LabelLayout, SVGRenderer])

interface Band {
  name: string
  values: readonly (number | null)[]
}

interface Line extends Band {
  look: LineLook
  /** Its name stands at its end. */
  isNamed: boolean
}

interface LineChartProps {
  days: readonly string[]
  /** Drawn above the others on a scale of its own: a sum would press them flat. */
  band: Band
  lines: readonly Line[]
  /** The line that stands out for a moment, by its name. */
  highlighted: string | null
  /** The line that was singled out: beside it the others are only a ground. */
  picked: string | null
  /** Whether there is room for names at the ends of the lines. */
  isRoomy: boolean
  /** What the picture says, for those who do not see it. */
  description: string
}

const isKnown = (value: number | null | undefined) => value !== null && value !== undefined

/** A value between two gaps has no line to stand on: it is drawn as a point. */
const pointsOf = (values: Band['values']) =>
  values.map((value, index) =>
    isKnown(value) && !isKnown(values[index - 1]) && !isKnown(values[index + 1])
      ? { value, symbol: 'circle', symbolSize: 5 }
      : value,
  )

const DRAWN = { type: 'line' as const, symbol: 'none', showAllSymbol: true, connectNulls: false }

const FAINT = 0.25
const NAMES_WIDTH = 128

type Drawing = Pick<LineChartProps, 'days' | 'band' | 'lines' | 'picked' | 'isRoomy'>

function seriesOf({ lines, picked, isRoomy }: Drawing, { ink, accent }: Palette) {
  return lines.map(({ name, values, look: { color, dash, width }, isNamed }) => {
    const isPicked = name === picked
    const shown = isPicked && !isNamed ? accent : color
    const opacity = picked === null || isPicked ? 1 : FAINT
    return {
      ...DRAWN,
      name,
      data: pointsOf(values),
      xAxisIndex: 1,
      yAxisIndex: 1,
      z: isPicked ? 4 : isNamed ? 3 : 2,
      color: shown,
      lineStyle: { width: isPicked ? 3 : width, type: dash, opacity },
      itemStyle: { opacity },
      endLabel: {
        show: isRoomy && (isPicked || (isNamed && picked === null)),
        formatter: '{a}',
        color: ink,
        lineHeight: 14,
        minMargin: 4,
        fontSize: 11,
        fontWeight: isPicked ? (600 as const) : (400 as const),
        width: NAMES_WIDTH - 12,
        overflow: 'truncate' as const,
      },
      labelLayout: { moveOverlap: 'shiftY' as const },
      // A day that is pointed at emphasises every line: none of them becomes another one by that.
      emphasis: { focus: 'series' as const, lineStyle: { width: isPicked ? 3 : width } },
    }
  })
}

/** The lines of a day, the highest first, under the sum of all. */
function tooltipOf({ days, band, lines, picked }: Drawing, ink: string) {
  return (shown: unknown) => {
    const [first] = Array.isArray(shown) ? shown : [shown]
    const at = (first as { dataIndex?: number } | undefined)?.dataIndex ?? 0
    const known = lines.flatMap(({ name, values, look }) => {
      const value = values[at]
      return typeof value === 'number' ? [{ name, value, look, isPicked: name === picked }] : []
    })
    const sum = band.values[at]
    const all = { name: band.name, look: { color: ink, dash: 'solid' as const, width: 1.5 }, isPicked: false }
    return lineTooltip(days[at] ?? '', [
      ...(typeof sum === 'number' ? [{ ...all, value: sum }] : []),
      ...known.toSorted((one, other) => other.value - one.value),
    ])
  }
}

function optionOf(drawing: Drawing, theme: 'light' | 'dark') {
  const { days, band, isRoomy } = drawing
  const colors = PALETTES[theme]
  const axis = { axisLine: { lineStyle: { color: colors.rule } }, axisTick: { show: false } }
  const x = { type: 'category' as const, data: [...days], boundaryGap: false, ...axis }
  const y = {
    type: 'value' as const,
    splitLine: { lineStyle: { color: colors.rule } },
    axisLabel: { color: colors.quiet, fontSize: 11 },
  }
  const right = isRoomy ? NAMES_WIDTH : 12
  return {
    // It is drawn anew whenever a line is picked.
    animation: false,
    textStyle: { fontFamily: FONTS.sans },
    tooltip: {
      trigger: 'axis' as const,
      formatter: tooltipOf(drawing, colors.ink),
      confine: true,
      backgroundColor: colors.sheet,
      borderColor: colors.rule,
      textStyle: { color: colors.ink, fontSize: 12 },
    },
    axisPointer: { link: [{ xAxisIndex: 'all' as const }] },
    grid: [
      { left: 40, right, top: 16, height: 44 },
      { left: 40, right, top: 84, bottom: 28 },
    ],
    xAxis: [
      { ...x, gridIndex: 0, axisLabel: { show: false } },
      {
        ...x,
        gridIndex: 1,
        axisLabel: { color: colors.quiet, fontSize: 11, formatter: (day: string) => day.slice(5) },
      },
    ],
    yAxis: [
      { ...y, gridIndex: 0, show: false, scale: true },
      { ...y, gridIndex: 1 },
    ],
    series: [
      {
        ...DRAWN,
        name: band.name,
        data: pointsOf(band.values),
        color: colors.ink,
        lineStyle: { width: 1.5 },
        areaStyle: { opacity: 0.08 },
      },
      ...seriesOf(drawing, colors),
    ],
  }
}

/** Lines over days. Heavy: to be loaded lazily, with the names and numbers of the lines beside it. */
export function LineChart(props: LineChartProps) {
  const { days, band, lines, highlighted, picked, isRoomy } = props
  const theme = useActiveTheme()
  const option = useMemo(
    () => optionOf({ days, band, lines, picked, isRoomy }, theme),
    [days, band, lines, picked, isRoomy, theme],
  )
  const standing = useMemo(
    () => (highlighted === null ? undefined : { seriesName: highlighted }),
    [highlighted],
  )
  const place = useChart(option, standing)
  return <div ref={place} role="img" aria-label={props.description} className="line-chart" />
}
