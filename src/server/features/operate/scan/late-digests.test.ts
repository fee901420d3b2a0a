import { expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import { startApi } from '../../../testing/api.ts'

it('the scan says whether digests are sent on time', async () => {
  const api = await startApi({ SMTP_URL: 'smtp://127.0.0.1:9' })
  const [engineer, reader] = [await api.as('eng'), await api.as('opm')]
  const found = async () => {
    const { status, items } = (await engineer.get('/api/scan/digests')).body
    return [status, items[0]?.value]
  }
  expect(await found()).toEqual(['default', 'Nobody gets one'])
  // Shortly after midnight.
  api.stopClock()
  api.advance((24 - api.now().getUTCHours()) * HOUR_MS)
  const digest = { hour: 2, days: [1, 2, 3, 4, 5, 6, 7], hold_overnight: false }
  await reader.put('/api/profile/notifications/digest', digest)
  await reader.put('/api/profile/notifications/groups/alerts', { way: 'digest' })
  api.advance(3 * HOUR_MS)
  expect(await found()).toEqual(['success', '1 person gets one'])
  api.advance(2 * HOUR_MS)
  expect(await found()).toEqual(['error', '1 person gets one, and today’s is over two hours late for 1'])
  await api.runJob('notices.digest')
  expect(await found()).toEqual(['success', '1 person gets one'])
  await api.close()
})
