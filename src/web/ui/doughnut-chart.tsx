import { PieChart } from 'echarts/charts'
import { TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useActiveTheme } from './theme/theme-choice.ts'
import { FONTS, PALETTES } from './theme/tokens.ts'

use([PieChart, TooltipComponent, SVGRenderer])

export interface Slice {
  label: string
  count: number
  color: string
}

interface DoughnutChartProps {
  slices: readonly Slice[]
  /** What the picture says, for those who do not see it. */
  description: string
  /** Name of the slice to stand out. */
  highlighted?: string | undefined
}

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

function optionOf(slices: readonly Slice[], theme: 'light' | 'dark') {
  const colors = PALETTES[theme]
  return {
    animation: !isStill(),
    animationDuration: 300,
    textStyle: { fontFamily: FONTS.sans },
    tooltip: {
      backgroundColor: colors.sheet,
      borderColor: colors.rule,
      textStyle: { color: colors.ink, fontSize: 12 },
      valueFormatter: (value: unknown) => Number(value).toLocaleString('en-US'),
    },
    series: {
      type: 'pie',
      radius: ['64%', '94%'],
      label: { show: false },
      itemStyle: { borderColor: colors.sheet, borderWidth: 2 },
      emphasis: { scaleSize: 4 },
      data: slices.map(({ label, count, color }) => ({ name: label, value: count, itemStyle: { color } })),
    },
  }
}

/** A ring of shares. Heavy: to be loaded lazily, with the numbers in words beside it. */
export function DoughnutChart({ slices, description, highlighted }: DoughnutChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(null)
  const theme = useActiveTheme()

  useEffect(() => {
    if (!place.current) return
    const drawn = init(place.current)
    chart.current = drawn
    const observer = new ResizeObserver(() => drawn.resize())
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      drawn.dispose()
    }
  }, [])
  useEffect(() => chart.current?.setOption(optionOf(slices, theme)), [slices, theme])
  useEffect(() => {
    chart.current?.dispatchAction({ type: 'downplay' })
    if (highlighted !== undefined) chart.current?.dispatchAction({ type: 'highlight', name: highlighted })
  }, [highlighted])

  return <div ref={place} role="img" aria-label={description} className="doughnut" />
}
