import { BUILT_IN, settingGroup, webAddress, webPage } from '../../settings/settings-group.ts'

export interface GameSources {
  /** Where the game publishes its answers. */
  wordleUrl: string | undefined
  /** Our own list of songs: JSON of `date` and `value`. */
  heardleUrl: string | undefined
}

export const gameSettings = settingGroup({
  variables: { WORDLE_SOURCE_URL: webAddress().optional(), HEARDLE_SOURCE_URL: webPage().optional() },
  expected: {
    WORDLE_SOURCE_URL: 'an address such as https://www.nytimes.com',
    HEARDLE_SOURCE_URL: 'the address of a list of date and value as JSON',
  },
  settings: ({ WORDLE_SOURCE_URL, HEARDLE_SOURCE_URL }): { games: GameSources | undefined } => ({
    games:
      WORDLE_SOURCE_URL === undefined && HEARDLE_SOURCE_URL === undefined
        ? undefined
        : { wordleUrl: WORDLE_SOURCE_URL, heardleUrl: HEARDLE_SOURCE_URL },
  }),
  vendors: ({ games }) => ({
    games: games ? [games.wordleUrl, games.heardleUrl].filter(Boolean).join(' and ') : BUILT_IN,
  }),
})
