import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createSeed, matchingStep, seedAddress } from './totp.ts'

/** `12345678901234567890`, as in RFC 6238. */
const RFC_SEED = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** Seconds since 1970, and the last six of the eight digits, from appendix B of RFC 6238 for SHA-1. */
const RFC_CODES = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

const OATHTOOL = '/usr/bin/oathtool'
const oathtool = existsSync(OATHTOOL) ? it : it.skip

describe('a code of an authenticator app', () => {
  it.each(RFC_CODES)('at second %i is the one of RFC 6238', async (second, code) => {
    expect(await matchingStep(RFC_SEED, code, new Date(second * 1000))).toBe(Math.floor(second / 30))
  })

  it('counts in the 30 seconds before and after its own, and says to which it belongs', async () => {
    const own = 1_111_111_109
    const at = (shift: number) => matchingStep(RFC_SEED, '081804', new Date((own + shift) * 1000))
    const step = Math.floor(own / 30)
    expect([await at(-30), await at(30)]).toEqual([step, step])
    expect([await at(-61), await at(61), await at(-90), await at(90)]).toEqual([null, null, null, null])
  })

  it('of another seed does not count', async () => {
    expect(await matchingStep(await createSeed(), '081804', new Date(1_111_111_109_000))).toBeNull()
  })

  // Debian has it in the package of the same name; continuous integration installs none, so it is skipped there.
  oathtool('is the one that oathtool makes from our seed', async () => {
    const seed = await createSeed()
    const now = new Date()
    const said = execFileSync(OATHTOOL, [
      '--totp',
      '-b',
      '--now',
      `@${Math.floor(now.getTime() / 1000)}`,
      seed,
    ])
    expect(await matchingStep(seed, said.toString().trim(), now)).toBe(Math.floor(now.getTime() / 30_000))
  })
})

it('a seed has 160 random bits, and its address names the product and the user', async () => {
  const [seed, other] = [await createSeed(), await createSeed()]
  expect(seed).toMatch(/^[A-Z2-7]{32}$/)
  expect(seed).not.toBe(other)
  const address = new URL(await seedAddress(seed, 'ann@desk.example'))
  expect([address.protocol, decodeURIComponent(address.pathname)]).toEqual([
    'otpauth:',
    '/Copydesk:ann@desk.example',
  ])
  expect(address.searchParams.get('secret')).toBe(seed)
})
