import { createHmac } from 'node:crypto'
import { type Receiver, startReceiver } from '../src/server/testing/receiver.ts'
import { request, unique } from './article-steps.ts'
import { expect, expectAccessibleInBothThemes, expectFits, test } from './fixtures.ts'

test.use({ settings: { EVENT_HOOK_HOSTS: '127.0.0.1' } })

let receiver: Receiver
test.beforeAll(async () => {
  receiver = await startReceiver()
})
test.afterAll(() => receiver.close())

/** The signature that a receiver expects, by Standard Webhooks. */
function signatureOf({ headers, body }: Receiver['received'][number], secret: string): string {
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

test('an engineer makes an event hook, sees an event arrive, and sends one again that failed', {
  tag: '@first',
}, async ({ page, signIn, sessionOf }) => {
  await signIn('eng')
  await page.goto('/sites')
  await page.getByRole('link', { name: 'Event hooks' }).click()
  await page.getByRole('link', { name: 'New hook' }).click()
  await page.getByLabel('Name').fill('n8n, publishing')
  await page.getByRole('textbox', { name: /^Address/ }).fill(receiver.url)
  await page.getByLabel('Requested').check()
  await expectAccessibleInBothThemes(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Save hook' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy the secret now' })
  const secret = await shown.getByRole('textbox', { name: 'Secret' }).inputValue()
  await shown.getByRole('button', { name: 'I’ve copied it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'n8n, publishing' })).toBeVisible()
  await expect(page.getByText('Nothing has been sent yet.')).toBeVisible()

  const writer = await sessionOf('opm')
  const first = unique('Quiet kettles')
  await request(writer, first)
  await expect(page.getByRole('row', { name: first })).toContainText('200')
  const [arrived] = receiver.received
  expect(arrived?.headers['webhook-signature']).toBe(arrived && signatureOf(arrived, secret))

  receiver.answer = (response) => void response.writeHead(503).end('busy')
  const second = unique('Loud kettles')
  await request(writer, second)
  const failed = page.getByRole('row', { name: second })
  await expect(failed).toContainText('503, trying again')
  await expect(page.getByText(/^Failing since/)).toBeVisible()
  await failed.getByRole('button', { name: 'Show details' }).click()
  await expect(page.getByRole('region', { name: 'Answered' })).toContainText('busy')
  await expectAccessibleInBothThemes(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1440, height: 900 })
  receiver.answer = (response) => void response.writeHead(200).end('ok')
  await page.getByRole('button', { name: 'Send again now' }).click()
  await expect(failed).toContainText('200')
  await expect(page.getByText(/^Failing since/)).toHaveCount(0)
  const ids = receiver.received
    .filter(({ body }) => body.includes(second))
    .map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
  expect(ids.length).toBeGreaterThan(1)

  await page.getByRole('link', { name: 'Back to Event hooks' }).click()
  await expect(page.getByText('2 events in the last 24 hours, none failed')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectFits(page, 360)
})
