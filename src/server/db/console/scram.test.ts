import { expect, it } from 'vitest'
import { scramVerifier } from './scram.ts'

it('makes the verifier of RFC 7677’s example', () => {
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64')
  expect(scramVerifier('pencil', salt)).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  )
})

it('says nothing of the password, and never the same twice', () => {
  const [one, other] = [scramVerifier('open-sesame'), scramVerifier('open-sesame')]
  expect(one).not.toContain('open-sesame')
  expect(one).not.toBe(other)
})
