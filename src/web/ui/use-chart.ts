import { type EChartsCoreOption, type EChartsType, init } from 'echarts/core'
import { type RefObject, useEffect, useRef } from 'react'

/** What of a chart is to stand out, in the library's words. */
type Highlight = { name: string } | { seriesName: string }

/** Draws a chart in the place that it answers, for as long as that is shown. Both arguments are to be remembered. */
export function useChart(
  option: EChartsCoreOption,
  highlighted: Highlight | undefined,
): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
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
  useEffect(() => chart.current?.setOption(option, { notMerge: true }), [option])
  useEffect(() => {
    chart.current?.dispatchAction({ type: 'downplay' })
    if (highlighted) chart.current?.dispatchAction({ type: 'highlight', ...highlighted })
  }, [highlighted])
  return place
}
