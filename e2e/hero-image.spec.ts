import { dialogOf } from './article-steps.ts'
import { expect, test } from './fixtures.ts'

/** The smallest PNG that a decoder accepts. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a hero image is uploaded and shown [ART-057] [ART-155]', async ({ page, signIn }) => {
  await signIn('opm')
  await page.goto('/articles/pending?new=1')
  const dialog = dialogOf(page, /New Article/)
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
  await expect(dialog.getByRole('img', { name: 'Hero image' })).toHaveAttribute('src', /^\/images\//)
})
