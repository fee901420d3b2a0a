export const MESSAGES = {
  logFailed: 'User activity could not be searched.',
  chartFailed: 'The visits could not be counted.',
  peopleFailed: 'Users could not be searched.',
  nothingFits: 'No visits fit these filters.',
  nothingYet: 'Nobody has opened a screen yet. Every visit of a screen appears here.',
  otherScreens: 'Other screens',
} as const

export const CHART_TITLES = { role: 'Visits by role', screen: 'Visits by screen' } as const
