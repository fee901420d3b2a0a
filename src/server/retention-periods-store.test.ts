import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { retentionOf } from './retention-periods-store.ts'

const PAGE = join(import.meta.dirname, '../../docs/operating/scheduled-work.md')
const TABLE = /(?<=<!-- written by .* -->\n)[^<]*(?=<!-- end -->)/

const quiet = async () => {}
const feature = {
  service: {
    ...{ removeOld: quiet, removeOldDays: quiet, rollUpVisits: quiet },
    ...{ removeUnusedImages: quiet, forgetOld: quiet },
  },
}
const ALL = retentionOf(
  { auditDays: 400, jobsRetentionDays: 7 },
  { audit: feature, images: feature, keywordChanges: feature, shareOfVoice: feature, userActivity: feature },
)

it('the operating guide says of everything that is removed how long it is kept', async () => {
  const head = '| data | kept |\n|---|---|\n'
  const lines = ALL.map(({ what, kept }) => `| ${what} | ${kept} |\n`)
  expect(new Set(lines).size).toBe(lines.length)
  await expect(readFileSync(PAGE, 'utf8').replace(TABLE, [head, ...lines].join(''))).toMatchFileSnapshot(PAGE)
})
