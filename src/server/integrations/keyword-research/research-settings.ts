import { z } from 'zod'
import {
  BUILT_IN,
  optionalText,
  SettingsError,
  settingGroup,
  webAddress,
} from '../../settings/settings-group.ts'
import { callsPerDay, callsPerPerson } from '../keyword-market/jungle-scout-settings.ts'

export interface DataForSeoAccount {
  vendor: 'dataforseo'
  login: string
  password: string
  baseUrl: string
  callsPerDay: number
  callsPerPerson?: number | undefined
}

export interface SerpApiAccount {
  vendor: 'serpapi'
  key: string
  baseUrl: string
  callsPerDay: number
  callsPerPerson?: number | undefined
}

export type ResearchAccount = DataForSeoAccount | SerpApiAccount

const VARIABLES = {
  KEYWORD_RESEARCH_VENDOR: z.enum(['dataforseo', 'serpapi']).optional(),
  KEYWORD_RESEARCH_CALLS_PER_DAY: callsPerDay(200),
  KEYWORD_RESEARCH_CALLS_PER_PERSON: callsPerPerson(),
  DATAFORSEO_LOGIN: optionalText(),
  DATAFORSEO_PASSWORD: optionalText(),
  DATAFORSEO_BASE_URL: webAddress().prefault('https://api.dataforseo.com'),
  SERPAPI_KEY: optionalText(),
  SERPAPI_BASE_URL: webAddress().prefault('https://serpapi.com'),
}
type Values = z.output<z.ZodObject<typeof VARIABLES>>

/** The account that is named, or the one that there are credentials of; DataForSEO where there are both. */
function accountOf(values: Values): ResearchAccount | undefined {
  const { DATAFORSEO_LOGIN: login, DATAFORSEO_PASSWORD: password, SERPAPI_KEY: key } = values
  const calls = {
    callsPerDay: values.KEYWORD_RESEARCH_CALLS_PER_DAY,
    callsPerPerson: values.KEYWORD_RESEARCH_CALLS_PER_PERSON,
  }
  const vendor = values.KEYWORD_RESEARCH_VENDOR ?? (login === undefined ? key && 'serpapi' : 'dataforseo')
  if (vendor === 'dataforseo') {
    if (login === undefined || password === undefined)
      throw new SettingsError(
        'DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD are missing: KEYWORD_RESEARCH_VENDOR cannot be used without them.',
      )
    return { vendor, login, password, baseUrl: values.DATAFORSEO_BASE_URL, ...calls }
  }
  if (vendor !== 'serpapi') return undefined
  if (key === undefined)
    throw new SettingsError('SERPAPI_KEY is missing: KEYWORD_RESEARCH_VENDOR cannot be used without it.')
  return { vendor, key, baseUrl: values.SERPAPI_BASE_URL, ...calls }
}

const NAMES = { dataforseo: 'DataForSEO', serpapi: 'SerpApi' } as const

export const researchSettings = settingGroup({
  variables: VARIABLES,
  expected: {
    KEYWORD_RESEARCH_VENDOR: 'dataforseo or serpapi',
    KEYWORD_RESEARCH_CALLS_PER_DAY: 'a number of calls per day, at least 1',
    KEYWORD_RESEARCH_CALLS_PER_PERSON: 'a number of calls per person and day, at least 1',
    DATAFORSEO_BASE_URL: 'an address such as https://api.dataforseo.com',
    SERPAPI_BASE_URL: 'an address such as https://serpapi.com',
  },
  together: [['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD']],
  settings: (values): { research: ResearchAccount | undefined } => ({ research: accountOf(values) }),
  vendors: ({ research }) => ({
    research: research ? `${NAMES[research.vendor]} at ${research.baseUrl}` : BUILT_IN,
  }),
})
