import { useQueries } from '@tanstack/react-query'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import { counted } from '#shared/format/count.ts'
import { CalendarDay } from '#web/ui/cells/moment.tsx'
import { priceIn } from './messages.ts'
import { chartQuery } from './queries.ts'

/** The charts' data as a table, latest week first. */
export function WeeksTable({ name, country }: { name: string; country: Country }) {
  const [volume, units, price] = useQueries({
    queries: [
      chartQuery('searchVolume', name, country),
      chartQuery('averageUnitsSold', name, country),
      chartQuery('averagePrice', name, country),
    ],
  })
  const by = (weeks: readonly { date: string; value: number }[] | undefined) =>
    new Map(weeks?.map(({ date, value }) => [date, value]))
  const [unitsOf, priceOf] = [by(units.data), by(price.data)]
  const said = (value: number | undefined, format: (value: number) => string) =>
    value === undefined ? '-' : format(value)
  return (
    <div className="weeks-table">
      <table className="data-rows few" aria-label={`Weeks of ${name}`}>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col" className="numeric">
              Search volume
            </th>
            <th scope="col" className="numeric">
              Units sold
            </th>
            <th scope="col" className="numeric">
              Average price
            </th>
          </tr>
        </thead>
        <tbody>
          {(volume.data ?? []).toReversed().map(({ date, value }) => (
            <tr key={date}>
              <td>
                <CalendarDay day={date} />
              </td>
              <td className="numeric">{counted(value)}</td>
              <td className="numeric">{said(unitsOf.get(date), counted)}</td>
              <td className="numeric">{said(priceOf.get(date), (amount) => priceIn(country, amount))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
