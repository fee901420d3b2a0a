import { scanEndpoints } from '#shared/features/scan/contract.ts'
import type { ScanFunctionId } from '#shared/features/scan/rules.ts'
import { notFound } from '../../errors.ts'
import { type Caller, requires } from '../../security/actor.ts'
import { checksById, listScans } from './catalog-reader.ts'
import type { CheckedFeature, ScanCheck, ScanParts } from './parts.ts'
import * as store from './store.ts'
import { fixFunction } from './verbs/fix-function.ts'
import { runAll } from './verbs/run-all.ts'
import { runFunction } from './verbs/run-function.ts'

export interface ScanFilter {
  site?: number | undefined
  function?: ScanFunctionId | undefined
}

export interface ReadFunction {
  check: ScanCheck
  last: store.LastRun | undefined
}

export type ScanService = ReturnType<typeof createScanService>

/** What can break or drift, looked at one thing after another. */
export function createScanService(parts: ScanParts) {
  const scans = listScans(parts)
  const checks = checksById(scans)

  const read = async (check: ScanCheck): Promise<ReadFunction> => ({
    check,
    last: await store.findLastRun(parts.db, check.id),
  })
  function known(id: ScanFunctionId): ScanCheck {
    const check = checks.get(id)
    if (!check) throw notFound('Function')
    return check
  }
  const isWanted = ({ id, isOfSites }: ScanCheck, filter: ScanFilter) =>
    (filter.function === undefined || filter.function === id) &&
    (filter.site === undefined || isOfSites === true)

  async function readFeature({ functions, ...feature }: CheckedFeature, filter: ScanFilter) {
    const wanted = functions.filter((check) => isWanted(check, filter))
    return { ...feature, functions: await Promise.all(wanted.map(read)) }
  }

  return {
    /** Every function with what it found last, as far as the filter goes; features without any are left out. */
    async readScans(filter: ScanFilter) {
      const all = await Promise.all(
        scans.map(async ({ features, ...scan }) => ({
          ...scan,
          features: (await Promise.all(features.map((feature) => readFeature(feature, filter)))).filter(
            ({ functions }) => functions.length > 0,
          ),
        })),
      )
      return all.filter(({ features }) => features.length > 0)
    },
    async runFunction(actor: Caller, id: ScanFunctionId): Promise<ReadFunction> {
      requires(actor, scanEndpoints.run.access)
      const check = known(id)
      await runFunction(parts, check, actor)
      return read(check)
    },
    async fixFunction(actor: Caller, id: ScanFunctionId, fix: string): Promise<ReadFunction> {
      const check = known(id)
      await fixFunction(parts, actor, { check, fix })
      return read(check)
    },
    runAll: () => runAll(parts),
  }
}
