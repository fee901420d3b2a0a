/** Two letters, as in preview addresses. */
export type SiteCode = 'bm' | 'hs' | 'pt' | 'nf' | 'ok' | 'ta' | 'tj' | 'tm' | 'dt'

export interface SampleSite {
  code: SiteCode
  displayName: string
  normalizedName: string
  url: string
}

const site = (code: SiteCode, displayName: string): SampleSite => {
  const words = displayName
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .split(' ')
  return {
    code,
    displayName,
    normalizedName: words.join('-'),
    url: `https://${words.join('')}.example`,
  }
}

/** The publisher's nine titles. */
export const SAMPLE_SITES: readonly SampleSite[] = [
  site('bm', 'Bench & Mortar'),
  site('hs', 'Hearthside'),
  site('pt', 'Pet Tally'),
  site('nf', 'Northfield'),
  site('ok', 'Open Kitchen'),
  site('ta', 'Trail Almanac'),
  site('tj', 'Tiny Journeys'),
  site('tm', 'Tidy Mode'),
  site('dt', 'Daily Tested'),
]
