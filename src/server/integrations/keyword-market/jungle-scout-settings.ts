import { z } from 'zod'
import { BUILT_IN, optionalText, settingGroup, webAddress } from '../../settings/settings-group.ts'

export interface JungleScoutAccount {
  keyName: string
  apiKey: string
  baseUrl: string
  /** Daily limit of calls. */
  callsPerDay: number
  /** Daily limit per user; a quarter of `callsPerDay` by default. */
  callsPerPerson?: number | undefined
}

/** Daily limit of calls that cost money. */
export const callsPerDay = (preset: number) => z.coerce.number().int().min(1).max(10_000_000).default(preset)

/** Daily limit of such calls per user; a quarter of `callsPerDay` by default. */
export const callsPerPerson = () => z.coerce.number().int().min(1).max(10_000_000).optional()

export const jungleScoutSettings = settingGroup({
  variables: {
    JUNGLESCOUT_KEY_NAME: optionalText(),
    JUNGLESCOUT_API_KEY: optionalText(),
    JUNGLESCOUT_BASE_URL: webAddress().prefault('https://developer.junglescout.com'),
    JUNGLESCOUT_CALLS_PER_DAY: callsPerDay(1000),
    JUNGLESCOUT_CALLS_PER_PERSON: callsPerPerson(),
  },
  expected: {
    JUNGLESCOUT_BASE_URL: 'an address such as https://developer.junglescout.com',
    JUNGLESCOUT_CALLS_PER_DAY: 'a number of calls per day, at least 1',
    JUNGLESCOUT_CALLS_PER_PERSON: 'a number of calls per person and day, at least 1',
  },
  together: [['JUNGLESCOUT_KEY_NAME', 'JUNGLESCOUT_API_KEY']],
  settings(values): { jungleScout: JungleScoutAccount | undefined } {
    const { JUNGLESCOUT_KEY_NAME: keyName, JUNGLESCOUT_API_KEY: apiKey } = values
    if (keyName === undefined || apiKey === undefined) return { jungleScout: undefined }
    const { JUNGLESCOUT_BASE_URL: baseUrl, JUNGLESCOUT_CALLS_PER_DAY: callsPerDay } = values
    const share = values.JUNGLESCOUT_CALLS_PER_PERSON
    return { jungleScout: { keyName, apiKey, baseUrl, callsPerDay, callsPerPerson: share } }
  },
  vendors: ({ jungleScout }) => ({
    market: jungleScout ? `Jungle Scout at ${jungleScout.baseUrl}` : BUILT_IN,
  }),
})
