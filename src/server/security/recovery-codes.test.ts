import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, startApi } from '../testing/api.ts'
import { createFactorStage, type FactorStage } from '../testing/factor-stage.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { hashToken } from './tokens.ts'

const BITS_OF_LETTER = 5

let api: Api
let stage: FactorStage
beforeAll(async () => {
  api = await startApi()
  stage = await createFactorStage(api)
})
afterAll(() => api.close())

describe('a recovery code', () => {
  it('has at least 128 random bits [ASVS 11.5.1] [ASVS 6.5.4]', () => {
    const { codes, hashes } = createRecoveryCodes()
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]+$/)
    expect(Math.min(...codes.map((code) => code.length * BITS_OF_LETTER))).toBeGreaterThanOrEqual(128)
    expect(hashes).toEqual(codes.map(hashToken))
  })

  it('that was made when codes were shorter still signs in', async () => {
    const user = await stage.enrolled()
    const older = 'K7QD2M4XR7TBVHNC3EWJ6PLA'
    await stage.query(
      'update recovery_codes set code_hash = $2 where user_id = $1 and code_hash = $3',
      ...[user.id, hashToken(older), hashToken((user.codes[0] ?? '').replaceAll('-', ''))],
    )
    const { challenge } = await stage.begin(user.username)
    expect((await stage.finish(challenge, { recovery: 'k7qd-2m4x-r7tb-vhnc-3ewj-6pla' })).status).toBe(200)
  })
})
