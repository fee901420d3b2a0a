import {
  Binoculars,
  Bot,
  Boxes,
  Cable,
  ChartNoAxesColumn,
  Database,
  FileText,
  Gamepad,
  Image,
  KanbanSquare,
  KeyRound,
  type LucideIcon,
  Mail,
  Newspaper,
  PackageSearch,
  Server,
  Sheet,
  TextSearch,
  Trophy,
  Users,
} from 'lucide-react'
import type { Scan, ScanFeature, ScanFunction, ScanIcon } from '#shared/features/operate/scan/contract.ts'
import type { ScanOutcome } from '#shared/features/operate/scan/rules.ts'
import { fineOf } from './messages.ts'
import { type FunctionActions, ScanFunctionRow } from './scan-function-row.tsx'

const ICONS: Readonly<Record<ScanIcon, LucideIcon>> = {
  systems: Cable,
  desk: Boxes,
  posts: Newspaper,
  board: KanbanSquare,
  products: PackageSearch,
  publishers: Trophy,
  warehouse: Database,
  market: ChartNoAxesColumn,
  research: Binoculars,
  searches: TextSearch,
  sheets: Sheet,
  assistant: Bot,
  games: Gamepad,
  accounts: Users,
  mail: Mail,
  pictures: Image,
  articles: FileText,
  keywords: KeyRound,
  server: Server,
}

const COLUMNS = ['Function', 'Status', 'Value', 'Last runs', 'Run', 'Actions'] as const

interface PartProps extends FunctionActions {
  follows: boolean
  /** Only functions with this outcome, and running ones. */
  only: ScanOutcome | undefined
}

const isShown = ({ status }: ScanFunction, only: ScanOutcome | undefined) =>
  only === undefined || status === only || status === 'processing'

function FeatureRows({ feature, only, ...row }: PartProps & { feature: ScanFeature }) {
  const { name, icon, functions } = feature
  const Icon = ICONS[icon]
  return (
    <tbody aria-label={name}>
      <tr className="scan-feature">
        <th scope="rowgroup" colSpan={COLUMNS.length + 1}>
          <Icon size={16} aria-hidden="true" />
          {name}
          <span className="meta">{fineOf(functions)}</span>
        </th>
      </tr>
      {functions
        .filter((one) => isShown(one, only))
        .map((one) => (
          <ScanFunctionRow key={one.id} one={one} {...row} />
        ))}
    </tbody>
  )
}

/** All functions of the scan, grouped by feature. */
export function ScanTable({ scans, ...row }: PartProps & { scans: readonly Scan[] }) {
  const hasShown = ({ functions }: ScanFeature) => functions.some((one) => isShown(one, row.only))
  return scans.map(({ id, name, icon, features }) => {
    const Icon = ICONS[icon]
    if (!features.some(hasShown)) return null
    return (
      <section key={id} aria-label={name} className="scan">
        <h2>
          <Icon size={18} aria-hidden="true" />
          {name}
        </h2>
        <div className="table-box scan-box">
          <table className="data-rows scan-rows">
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">Picture</span>
                </th>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            {features.filter(hasShown).map((feature) => (
              <FeatureRows key={feature.name} feature={feature} {...row} />
            ))}
          </table>
        </div>
      </section>
    )
  })
}
