import { scanEndpoints } from '#shared/features/operate/scan/contract.ts'
import type { ScanFunctionId } from '#shared/features/operate/scan/rules.ts'
import { notFound } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { checksById, listScans } from './catalog-reader.ts'
import type { CheckedFeature, ConnectivityDeps, ScanCheck } from './deps.ts'
import { findLastRun, type LastRun } from './queries.ts'
import { fixFunction } from './verbs/fix-function.ts'
import { runAll } from './verbs/run-all.ts'
import { runFunction } from './verbs/run-function.ts'

export interface ConnectivityFilter {
  site?: number | undefined
  function?: ScanFunctionId | undefined
}

export interface ReadFunction {
  check: ScanCheck
  last: LastRun | undefined
}

export type ScanService = ReturnType<typeof createScanService>

/** What can break or drift, looked at one thing after another. */
export function createScanService(deps: ConnectivityDeps) {
  const scans = listScans(deps)
  const checks = checksById(scans)

  const read = async (actor: Caller, check: ScanCheck): Promise<ReadFunction> => ({
    check,
    last: await findLastRun(deps.db, check.id, actor),
  })
  function known(id: ScanFunctionId): ScanCheck {
    const check = checks.get(id)
    if (!check) throw notFound('Function')
    return check
  }
  const isWanted = ({ id, isOfSites }: ScanCheck, filter: ConnectivityFilter) =>
    (filter.function === undefined || filter.function === id) &&
    (filter.site === undefined || isOfSites === true)

  async function readFeature(
    actor: Caller,
    { functions, ...feature }: CheckedFeature,
    filter: ConnectivityFilter,
  ) {
    const wanted = functions.filter((check) => isWanted(check, filter))
    return { ...feature, functions: await Promise.all(wanted.map((check) => read(actor, check))) }
  }

  return {
    /** Every function with what it found last, as far as the filter goes; features without any are left out. */
    async readScans(actor: Caller, filter: ConnectivityFilter) {
      const all = await Promise.all(
        scans.map(async ({ features, ...scan }) => ({
          ...scan,
          features: (
            await Promise.all(features.map((feature) => readFeature(actor, feature, filter)))
          ).filter(({ functions }) => functions.length > 0),
        })),
      )
      return all.filter(({ features }) => features.length > 0)
    },
    async runFunction(actor: Caller, id: ScanFunctionId): Promise<ReadFunction> {
      requires(actor, scanEndpoints.run.access)
      const check = known(id)
      await runFunction(deps, check, actor)
      return read(actor, check)
    },
    async fixFunction(actor: Caller, id: ScanFunctionId, fix: string): Promise<ReadFunction> {
      const check = known(id)
      await fixFunction(deps, actor, { check, fix })
      return read(actor, check)
    },
    runAll: () => runAll(deps),
  }
}
