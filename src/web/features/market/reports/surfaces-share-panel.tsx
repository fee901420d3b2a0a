import type { Surfaces } from '#shared/features/market/share-of-voice/contract.ts'
import { sharedPlaces } from '#shared/features/market/share-of-voice/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'

const shown = (share: number | null) => (share === null ? '-' : share.toFixed(1))

const gained = (by: number) => (by < 0 ? `lost ${counted(-by)}` : `gained ${counted(by)}`)

/** Our share of the places, and its trend. */
export function SurfacesSharePanel({ data, range }: { data: Surfaces; range: number }) {
  const places = sharedPlaces(data.series, data.overall)
  if (!places) return null
  const { before, now } = places
  const points = Number(((now.share ?? 0) - (before.share ?? 0)).toFixed(1))
  const width = `${now.share ?? 0}%`
  const count = (isOurs: boolean) => data.series.filter(({ is_ours: is }) => is === isOurs).length
  return (
    <div className="share-panel cluster align-end between">
      <div>
        <p className="share-figure tabular">{shown(now.share)} %</p>
        <p className="quiet">
          of the {counted(now.ours + now.others)} places are ours,{' '}
          {points === 0 ? (
            'the same as'
          ) : (
            <span className={points > 0 ? 'movement up' : 'movement down'}>
              <span aria-hidden="true">{points > 0 ? '▲ ' : '▼ '}</span>
              {Math.abs(points)} points {points > 0 ? 'more' : 'fewer'} than
            </span>
          )}{' '}
          at the start of these {range} days: we {gained(now.ours - before.ours)}, the others{' '}
          {gained(now.others - before.others)}.
        </p>
      </div>
      <div className="share-split">
        <div className="share-bar row align-stretch tabular" aria-hidden="true">
          <span className="share-ours" style={{ width }}>
            {counted(now.ours)}
          </span>
          <span>{counted(now.others)}</span>
        </div>
        <p className="meta">
          <span>ours, {countedIn(count(true), 'site')}</span>
          <span>
            {countedIn(count(false), 'other')}; {shown(before.share)} % at the start
          </span>
        </p>
      </div>
    </div>
  )
}
