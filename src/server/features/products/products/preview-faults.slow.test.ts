import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { type CreatorsApi, type CreatorsFault, startCreatorsApi } from '../../../testing/creators-api.ts'
import { WHOLE_ITEM } from '../../../testing/creators-items.ts'
import { until } from '../../../testing/until.ts'

describe('with Amazon', () => {
  let vendor: CreatorsApi
  let api: Api
  let writer: Client
  const { asin } = WHOLE_ITEM
  const read = async (wanted: string = asin) => {
    const { status, body } = await writer.get(`/api/preview/product/${wanted}`)
    expect(status).toBe(200)
    return body[0]
  }
  const failedSince = async (moment: Date) => {
    const { rows } = await api.database.pool.query(
      'select count(*)::int from catalog_readings where failed_at >= $1',
      [moment],
    )
    return rows[0].count
  }
  beforeAll(async () => {
    vendor = await startCreatorsApi()
    vendor.sell([WHOLE_ITEM])
    api = await startApi({
      AMAZON_CREATORS_CREDENTIAL_ID: 'id',
      AMAZON_CREATORS_CREDENTIAL_SECRET: 'secret',
      AMAZON_PARTNER_TAG: 'desk-20',
      AMAZON_CREATORS_BASE_URL: vendor.url,
      AMAZON_TOKEN_URL: `${vendor.url}/token`,
    })
    writer = await api.as('opm')
  })
  afterAll(async () => {
    await api.close()
    await vendor.close()
  })

  const faults: CreatorsFault[] = ['unauthorized', 'broken', 'html', 'hang']
  it.each(faults)(
    'a vendor that answers with “%s” breaks no page: known values stay, dated [R8]',
    async (fault) => {
      const before = await read()
      api.advance(HOUR_MS)
      const failedFrom = api.now()
      vendor.fail(fault)
      const begun = performance.now()
      expect(await read()).toEqual({ ...before, is_stale: true })
      // Of its own: an answer that hung may still arrive once the vendor is well again, and be kept.
      const unread = `B0NEVER00${faults.indexOf(fault)}`
      expect(await read(unread)).toEqual({ asin: unread, as_of: null, is_stale: true })
      expect(performance.now() - begun).toBeLessThan(30_000)
      // A call that hung goes on behind the page until its own time is up.
      await until(async () => (await failedSince(failedFrom)) === 2)
      vendor.fail(null)
      // Within a minute the vendor is queried again, whatever failed before.
      api.advance(60_000)
      expect(await read()).toMatchObject({ is_stale: false, inStock: 'IN_STOCK' })
    },
  )
})
