import { useContext, useId } from 'react'
import type { PriceEntry, StockEntry } from '#shared/features/products/product-library/contract.ts'
import {
  daysIn,
  type PriceStep,
  priceSteps,
  type StockSpan,
  stockSpans,
} from '#shared/features/products/product-library/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { money, wholeMoney } from '#shared/format/money.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import type { Tip } from '#web/ui/chart/chart-tooltip.tsx'
import { Plot } from '#web/ui/chart/plot.tsx'
import { AXIS_HEIGHT, axisWidth, Crosshair, Hatch, TimeAxis, ValueAxis } from '#web/ui/chart/plot-axes.tsx'
import { type Axis, avoidOverlaps, axisOf, scaleOf, stepsOf } from '#web/ui/chart/scale.ts'
import { monthTicks } from '#web/ui/chart/time-ticks.ts'
import { TimeZone } from '#web/ui/time-zone.ts'
import { STOCK_LABELS } from './messages.ts'

const HEIGHT = 134
const BAND_HEIGHT = 34
const TOP = 10
const RIGHT = 12
/** A label wider than this would overflow its period, in px. */
const WORDS_WIDTH = 130
const DAY_LENGTH = 'yyyy-mm-dd'.length
/** The width of a price with its word, and its distance below the line, in px. */
const LABEL_WIDTH = 80
const BELOW = 16

interface Edges {
  top: number
  bottom: number
  left: number
}

interface Frame {
  right: number
  x: (moment: number) => number
}

function Spans({
  spans,
  x,
  top,
  bottom,
  hatch,
}: Pick<Frame, 'x'> & Edges & { spans: readonly StockSpan[]; hatch: string }) {
  return spans
    .filter(({ stock }) => stock !== 'IN_STOCK')
    .map(({ stock, from, to }) => {
      const width = Math.max(x(to) - x(from), stock === 'NOT_SCANNED' ? 0 : 2)
      const days = Math.max(Math.round((to - from) / DAY_MS), 1)
      return (
        <g key={from}>
          <rect
            x={x(from)}
            y={top}
            width={width}
            height={bottom - top}
            data-stock={stock}
            {...(stock === 'OUT_OF_STOCK' ? { fill: `url(#${hatch})` } : {})}
          />
          {stock === 'OUT_OF_STOCK' && width > WORDS_WIDTH && (
            <text x={x(from) + width / 2} y={top + 16} className="chart-word out-word" textAnchor="middle">
              {`out of stock, ${days} ${days === 1 ? 'day' : 'days'}`}
            </text>
          )}
        </g>
      )
    })
}

interface PriceLabel {
  x: number
  y: number
  anchor: 'middle' | 'end'
  words: string
}

/** The lowest price and the last one. If they are close, one is below the other. */
function labelsOf(
  steps: readonly PriceStep[],
  currency: string,
  { x, right }: Frame,
  axis: Axis,
  edges: Edges,
) {
  const last = steps.at(-1)
  const lowest = steps.reduce((one, other) => (other.cents < one.cents ? other : one))
  const labelOf = ({ cents }: PriceStep, word: string, place: number): PriceLabel => {
    const isLate = place > right - LABEL_WIDTH
    return {
      x: isLate ? Math.min(place, right) : Math.max(place, edges.left + LABEL_WIDTH / 2),
      y: axis.y(cents / 100) + BELOW,
      anchor: isLate ? 'end' : 'middle',
      words: `${word} ${money(cents / 100, currency)}`,
    }
  }
  const labels = [
    ...(last && last.cents !== lowest.cents
      ? [labelOf(lowest, 'lowest', x((lowest.from + lowest.to) / 2))]
      : []),
    ...(last ? [labelOf(last, 'last', x(last.to))] : []),
  ]
  const [one, other] = labels
  if (!one || !other || Math.abs(one.x - other.x) > 2 * LABEL_WIDTH) return labels
  const heights = avoidOverlaps([one.y, other.y], { apart: BELOW, top: edges.top, bottom: edges.bottom })
  return labels.map((label, at) => ({ ...label, y: heights[at] ?? label.y }))
}

interface PricesProps {
  steps: readonly PriceStep[]
  currency: string
  frame: Frame
  axis: Axis
  edges: Edges
}

function Prices({ steps, currency, frame, axis, edges }: PricesProps) {
  const spans = steps.map(({ cents, from, to }) => ({ from, to, value: cents / 100 }))
  return (
    <>
      <ValueAxis axis={axis} left={edges.left} right={frame.right} />
      <path d={stepsOf(spans, frame.x, axis.y)} className="chart-price" />
      {labelsOf(steps, currency, frame, axis, edges).map(({ x, y, anchor, words }) => (
        <text key={words} x={x} y={y} className="chart-word ink-word" textAnchor={anchor}>
          {words}
        </text>
      ))}
    </>
  )
}

/** The text alternative of the chart. */
function wordsOf(spans: readonly StockSpan[], steps: readonly PriceStep[], days: number, currency: string) {
  const out = daysIn(spans, 'OUT_OF_STOCK')
  const stock = out === 0 ? 'never out of stock' : `out of stock on ${out} ${out === 1 ? 'day' : 'days'}`
  const cents = steps.map((step) => step.cents)
  const last = steps.at(-1)
  const price = last
    ? `, lowest price ${money(Math.min(...cents) / 100, currency)}, last price ${money(last.cents / 100, currency)}`
    : ''
  return `The last ${days} days: ${stock}${price}`
}

interface PriceStockChartProps {
  stocks: readonly StockEntry[]
  prices: readonly PriceEntry[]
  days: number
  /** In milliseconds since 1970. */
  now: number
}

interface TipProps {
  spans: readonly StockSpan[]
  steps: readonly PriceStep[]
  currency: string
  /** The organisation's time zone. */
  zone: string | undefined
}

/** The price and the stock at a moment. */
function tipOf(moment: number, { spans, steps, currency, zone }: TipProps): Tip {
  const within = ({ from, to }: { from: number; to: number }) => from <= moment && moment < to
  const [span, step] = [spans.find(within), steps.find(within)]
  const price = step ? [{ name: 'Price', values: [money(step.cents / 100, currency)] }] : []
  const stock = span ? [{ name: 'Stock', values: [STOCK_LABELS[span.stock]] }] : []
  return { title: timestamp(new Date(moment), zone).slice(0, DAY_LENGTH), rows: [...price, ...stock] }
}

/** A product's price as a step line, with periods without stock hatched. */
export function PriceStockChart({ stocks, prices, days, now }: PriceStockChartProps) {
  const hatch = useId()
  const zone = useContext(TimeZone)
  const from = now - days * DAY_MS
  const spans = stockSpans(stocks, from, now)
  const steps = priceSteps(prices, spans)
  const currency = prices[0]?.currency ?? 'USD'
  const hasPrices = steps.length > 0
  const bottom = TOP + (hasPrices ? HEIGHT : BAND_HEIGHT)
  const amounts = steps.map(({ cents }) => cents / 100)
  const axis = axisOf([amounts], {
    top: TOP,
    bottom,
    format: (amount) => wholeMoney(amount, currency),
    isFromZero: false,
    // A small change of a high price must not look like a large one.
    least: Math.max(1, ...amounts.map((amount) => amount / 20)),
  })
  const edges = { top: TOP, bottom, left: hasPrices ? axisWidth(axis) : 0 }
  const frameIn = (width: number): Frame => {
    const right = width - RIGHT
    return { right, x: scaleOf({ low: from, high: now }, { from: edges.left, to: right }) }
  }
  const momentOfDay = (at: number) => from + (at + 0.5) * DAY_MS
  return (
    <Plot
      className="price-stock-chart"
      description={wordsOf(spans, steps, days, currency)}
      height={bottom + AXIS_HEIGHT}
      count={days}
      placeOf={(width) => (at) => frameIn(width).x(momentOfDay(at))}
      tipOf={({ at }) => tipOf(momentOfDay(at), { spans, steps, currency, zone })}
    >
      {({ width, pointed }) => {
        const frame = frameIn(width)
        const { x, right } = frame
        return (
          <>
            <Hatch id={hatch} className="hatch-warn" />
            {!hasPrices && <rect x={0} y={TOP} width={right} height={BAND_HEIGHT} data-stock="IN_STOCK" />}
            <Spans spans={spans} hatch={hatch} x={x} {...edges} />
            {hasPrices && <Prices {...{ steps, currency, frame, axis, edges }} />}
            <TimeAxis ticks={monthTicks(from, now, x)} y={bottom} left={edges.left} right={right} />
            {pointed && <Crosshair x={x(momentOfDay(pointed.at))} top={TOP} bottom={bottom} />}
          </>
        )
      }}
    </Plot>
  )
}
