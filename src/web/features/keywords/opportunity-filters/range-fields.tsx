import { InputNumber, Slider } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { HistogramChart } from './histogram-chart.tsx'

export interface Bounds {
  min: number | undefined
  max: number | undefined
}

interface Spread {
  least: number
  most: number
  counts: readonly number[]
}

/** How the slider chooses a range: anywhere between its ends, or only at its stops. */
export interface SliderScale {
  min: number
  max: number
  step: number | null
  stops?: readonly number[]
}

export interface RangeFieldsProps {
  id: string
  label: string
  value: Bounds
  /** The full range, which filters nothing out. */
  whole?: { min: number; max: number }
  slider?: SliderScale
  spread?: Spread | undefined
  /** Logarithmic steps: most keywords have low values. */
  isRatio?: boolean
  /** Prefix of the numbers, such as a currency. */
  sign?: string
  /** Suffix of the numbers, such as %. */
  unit?: string
  onChange: (bounds: Bounds) => void
}

/** Debounce before the list is fetched again, in ms. */
const PAUSE = 400

/** Debounces the typed range. A change of the address meanwhile takes precedence. */
function useRested(value: Bounds, onChange: (bounds: Bounds) => void) {
  const [draft, setDraft] = useState(value)
  const timer = useRef<number>(undefined)
  const { min, max } = value
  useEffect(() => {
    clearTimeout(timer.current)
    setDraft({ min, max })
  }, [min, max])
  useEffect(() => () => clearTimeout(timer.current), [])
  const tell = (next: Bounds) => {
    clearTimeout(timer.current)
    if (next.min !== min || next.max !== max) onChange(next)
  }
  return {
    draft,
    /** Shows the range now and reports it after the pause. */
    change(next: Bounds) {
      setDraft(next)
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => tell(next), PAUSE)
    },
    /** Reports the shown range immediately. */
    settle: () => tell(draft),
  }
}

const numberOf = (typed: number | string | null) =>
  typed === null || typed === '' ? undefined : Number(typed)

/** Number of steps of a slider without a scale of its own. */
const PARTS = 100

function sliderScaleOf({ slider, spread, isRatio }: Pick<RangeFieldsProps, 'slider' | 'spread' | 'isRatio'>) {
  if (slider) return { min: slider.min, max: slider.max, step: slider.step, toValue: Number, toPlace: Number }
  const { least = 0, most = 1 } = spread ?? {}
  const [low, high] = isRatio ? [Math.log(Math.max(least, 1)), Math.log(Math.max(most, 2))] : [least, most]
  return {
    min: 0,
    max: PARTS,
    step: 1,
    toValue(place: number) {
      const at = low + ((high - low) * place) / PARTS
      return Math.round(isRatio ? Math.exp(at) : at)
    },
    toPlace(value: number) {
      const at = isRatio ? Math.log(Math.max(value, 1)) : value
      return Math.min(PARTS, Math.max(0, Math.round(((at - low) / (high - low || 1)) * PARTS)))
    },
  }
}

/** A range filter: the distribution of the market's keywords, a slider, and the two ends as numbers. */
export function RangeFields(props: RangeFieldsProps) {
  const { id, label, value, whole, slider, spread, sign, unit, onChange } = props
  const { draft, change, settle } = useRested(value, onChange)
  const { min, max, step, toValue, toPlace } = sliderScaleOf(props)
  const places: [number, number] = [
    draft.min === undefined ? min : toPlace(draft.min),
    draft.max === undefined ? max : toPlace(draft.max),
  ]
  const at = (place: number, end: number) => (place === end && !whole ? undefined : toValue(place))
  const field = (which: 'min' | 'max') => (
    <InputNumber
      aria-label={`${label}, ${which === 'min' ? 'at least' : 'at most'}`}
      className="range-field"
      size="small"
      controls={false}
      min={whole?.min ?? 0}
      {...(whole ? { max: whole.max } : {})}
      prefix={sign}
      suffix={unit}
      placeholder={which}
      value={draft[which] ?? null}
      onChange={(typed) => change({ ...draft, [which]: numberOf(typed) ?? whole?.[which] })}
      onBlur={settle}
      onPressEnter={settle}
    />
  )
  return (
    <fieldset className="range" aria-label={label} id={id}>
      <div className="range-label caption medium mb-4" aria-hidden="true">
        {label}
      </div>
      {(slider || spread) && (
        <div className="range-picture">
          <HistogramChart
            counts={spread?.counts ?? []}
            from={(places[0] - min) / (max - min)}
            to={(places[1] - min) / (max - min)}
          />
          <Slider
            range
            min={min}
            max={max}
            step={slider?.stops ? null : step}
            {...(slider?.stops ? { marks: Object.fromEntries(slider.stops.map((stop) => [stop, ' '])) } : {})}
            value={places}
            tooltip={{
              formatter: (place) => (place === undefined ? '' : toValue(place).toLocaleString('en-US')),
            }}
            ariaLabelForHandle={[`${label}, least`, `${label}, most`]}
            onChange={([from = min, to = max]) => change({ min: at(from, min), max: at(to, max) })}
          />
        </div>
      )}
      <div className="range-ends row gap-6 quiet">
        {field('min')}
        <span aria-hidden="true">–</span>
        {field('max')}
      </div>
    </fieldset>
  )
}
